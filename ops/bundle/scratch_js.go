package bundle

// maxMemory is how many bytes of commits are kept in memory at most: about half a million commits of an
// epic game, and little enough for the memory that a browser gives to one page.
const maxMemory = 512 << 20

// newScratch keeps commits in memory: a browser has no files that a program could use.
func newScratch() (scratch, error) { return &memory{limit: maxMemory}, nil }
