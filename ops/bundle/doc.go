// Package bundle writes a gathering's log to one file that proves itself, and verifies such a file
// without a server or a network.
//
// # The file
//
// A bundle is a ZIP archive, NAME.muster.zip, with these members and no others, by exactly these names:
//
//	manifest.json       what is in the file: see [Manifest]
//	checkpoint          the signed head of the whole log in the bundle (C2SP tlog-checkpoint)
//	checkpoints/<size>  older signed heads, one for each size the manifest lists
//	keys/log.vkey       the verifier key of the log (C2SP signed-note), one line
//	keys/witness-<n>.vkey  the verifier keys of the witnesses, from 1
//	tile/...            the hash tiles of the tree of the checkpoint's size (C2SP tlog-tiles)
//	commits.jsonl       one commit a line, in order of position; a line is the stored bytes of the commit
//	                    and a line feed. Line n is leaf n-1 of the tree
//	summary.json        how every stream ends: see [Summary]
//	people.json         names and salts, only if they were asked for: see [Person]
//
// The comment of the archive is "sha256 " and the hexadecimal SHA-256 of all bytes of the file before the
// comment's length, so that any byte that was changed on the way is noticed. It proves nothing about
// who changed it: the signed checkpoint does that.
//
// A leaf's hash is SHA-256(0x00 || line without its line feed); two hashes are joined as
// SHA-256(0x01 || left || right) (RFC 6962). Commits name people by ids; whoever the ids stand for is
// not in the file unless people.json is.
//
// # Verifying
//
// [Verify] reads the members by the names that the manifest and the checkpoint's size imply; it never
// extracts anything. It checks structure, signatures, tree, chains of streams, schemas; decides every
// command again; follows the rounds of every group with a second set of rules of its own (see
// [Rules]), and the signatures of its phones (see [Entries]); and compares the summary with what the log leads to.
package bundle
