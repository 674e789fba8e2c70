// Command build bundles the sources of dashboards/web into dashboards/assets/dist.
//
//	go run ./dashboards/internal/build          bundle
//	go run ./dashboards/internal/build -check   bundle in memory and compare with dist
//
// Every folder dashboards/web/src/<entry> with a main.ts or main.css is one entry; its output is
// <entry>-<hash>.js or .css. The same sources give the same bytes. npm packages must have been
// installed before (npm ci --ignore-scripts in dashboards/web); node itself is not used.
package main
