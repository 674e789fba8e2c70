// Package tablepage serves the page that a captain records the game with: a shell with the state in
// it, the state as JSON, and the live stream of it. What is typed on the page goes to the API; the
// page itself is the application in dashboards/web/src/table, which works on without the server.
//
// The page is for the table's captain, for organisers and for judges of the gathering. Everybody
// else gets a page that says why not and where the group can be watched.
//
// The page also keeps every checkpoint of the log that it is shown and checks that each goes on from the one
// before (dashboards/web/src/proof, loaded once the page has started): a log that is rewritten during the event
// is an alarm there.
//
// Next: dashboards/web/src/table/app.ts.
package tablepage
