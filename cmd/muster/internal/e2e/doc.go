// Package e2e tests the whole program as people meet it: the server that `muster serve` runs, in a
// browser. An organiser at the console, captains on phones with links that fail, a wall for the
// hall. It has no code of its own; start reading at TestEveningInTheBrowser.
package e2e
