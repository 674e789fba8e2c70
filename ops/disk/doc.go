// Package disk watches the space and the health of the data directory, and refuses commands in
// plain words before the broker runs into a full disk: a broker that does stops answering, and
// keeps refusing after space is free again until it is restarted. [Watch] does that restart by
// itself once there is space.
//
//	ok → low (warns) → full (refuses) → ok          as space goes and comes
//	any → stalled (refuses, the broker has stopped) → restarted when there is space → ok
//	any → gone (refuses, the directory cannot be written) → ok when it can be again
//
// Source: shared/reliability.md, section 1 (2) and section 3, "Disk watch".
package disk
