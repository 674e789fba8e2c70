// Package websum says which sources a bundle of the web assets was made from, so that a stale
// bundle is noticed without npm.
package websum

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"slices"
)

// Manifest is dist/manifest.json: the sum of the sources, and the file of each entry.
type Manifest struct {
	Sources string            `json:"sources"` // as [Of] gives it
	Files   map[string]string `json:"files"`   // "wall.js" → "wall-ABCD2345.js"
}

// Package is an npm package that is part of the bundle.
type Package struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Licence string `json:"license"`
}

// Of returns the SHA-256, in hexadecimal, of everything under src and of package-lock.json in a
// dashboards/web folder: names and contents, in order of the names.
func Of(web fs.FS) (string, error) {
	names := []string{"package-lock.json"}
	err := fs.WalkDir(web, "src", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			names = append(names, path)
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("list web sources: %w", err)
	}
	slices.Sort(names)
	h := sha256.New()
	for _, name := range names {
		b, err := fs.ReadFile(web, name)
		if err != nil {
			return "", fmt.Errorf("read web sources: %w", err)
		}
		fmt.Fprintf(h, "%d %s %d\n", len(name), name, len(b))
		h.Write(b)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
