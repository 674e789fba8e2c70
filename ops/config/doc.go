// Package config is how `muster serve` is told what to do: one [Config], filled from flags, then
// environment, then a file, then defaults. Nothing needs to be given: [Default] works.
//
// Invariants:
//
//  1. A key that is not known is an error, wherever it comes from.
//  2. [Config.Validate] reports everything that is wrong at once, each with the key, the value that
//     was given and what would be right.
//  3. Secrets are not configured: they are made at first start and kept in the data directory.
//
// Next: ops/natsd, the broker that a Config may start.
package config
