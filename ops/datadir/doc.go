// Package datadir keeps one directory for one program at a time. A second program is told at once
// which program has it; command-line tools learn from the same place how to reach that program.
//
// Files: muster.lock (locked while in use; says who, since when) and running.json (readable by its
// owner only: the address and credentials of the running server, removed when it stops).
package datadir
