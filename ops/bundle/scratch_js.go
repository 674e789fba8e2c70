package bundle

// newScratch keeps commits in memory: a browser has no files that a program could use.
func newScratch() (scratch, error) { return &memory{limit: maxMemory}, nil }
