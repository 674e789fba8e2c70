// Command muster runs games played at several tables at once: `muster serve` is the server, `muster
// demo` shows it, the other commands look after it. `muster COMMAND --help` explains each.
//
// Exit codes: 0 done; 1 not done, or something was found to be wrong; 2 the command line or the
// configuration is wrong.
//
// Next: cmd/muster/internal/app, which puts the server together.
package main
