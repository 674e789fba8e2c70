// Package grafana holds the Grafana dashboard of a server, muster.json, and what provisions it. A
// test of cmd/muster starts a server and looks for every metric that the dashboard and the alert
// rules name.
package grafana

import _ "embed"

// Dashboard is the dashboard as Grafana imports it.
//
//go:embed muster.json
var Dashboard []byte
