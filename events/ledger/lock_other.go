//go:build !unix

package ledger

// whileLocked calls f. Where there is no lock to share with bbolt, a ledger that another process
// writes at this moment may look damaged; the message then names the folder.
func whileLocked(_ string, f func() error) error { return f() }
