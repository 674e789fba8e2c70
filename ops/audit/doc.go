// Package audit makes the log of a gathering prove itself: every commit is a leaf of a Merkle tree,
// the tree's heads are signed checkpoints, and a witness on another machine may sign them too.
//
// The formats are public ones, so that other people's tools read what this package writes:
//
//   - a leaf is SHA-256(0x00 || the commit's stored bytes), and the tree that of RFC 6962. The leaves
//     and the inner hashes are in the ledger (package events/ledger); leaf n of the tree is the commit
//     at position n+1 of the gathering's log;
//   - hashes are published in tiles of 256 (C2SP tlog-tiles): tile/<level>/<n>, a tile that is not full
//     with .p/<width>;
//   - a checkpoint is a signed note (C2SP signed-note, tlog-checkpoint): origin, size, root, signatures;
//   - a witness adds a cosignature/v1 with its time (C2SP tlog-cosignature), asked for as C2SP
//     tlog-witness says;
//   - the proof of one commit is a C2SP tlog-proof.
//
// For a browser (GOOS=js), which verifies bundles, only what checks is built: checkpoints, keys, tiles and
// proofs, without the buckets, the sealer and witnesses.
//
// What each party could still cheat at, and what stops it: ops/RUNBOOK.md.
package audit
