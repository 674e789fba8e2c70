// Package deploy holds what it takes to run a server besides the program: a systemd unit, a
// container with Prometheus and Grafana beside it, a cluster of NATS servers, alert rules, and the
// sample configuration. Its tests read those files with the programs that will read them, as far
// as these are Go.
package deploy
