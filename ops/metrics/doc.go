// Package metrics holds what Prometheus is told that no other package knows: the program itself,
// requests to the pages, who is watching, and whether play is held up. Other packages register
// their own with the registry that [New] returns. Names are muster_<noun>_<unit>; labels come from
// closed sets, never from what people type.
//
// Next: dashboards/grafana and ops/deploy/prometheus, which use these metrics.
package metrics
