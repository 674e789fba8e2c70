package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// write makes dist hold exactly the wanted files.
func write(dist string, want map[string][]byte) error {
	if err := os.MkdirAll(dist, 0o755); err != nil {
		return err
	}
	have, err := os.ReadDir(dist)
	if err != nil {
		return err
	}
	for name, b := range want {
		if err := os.WriteFile(filepath.Join(dist, name), b, 0o644); err != nil {
			return err
		}
	}
	for _, f := range have {
		if _, ok := want[f.Name()]; !ok {
			if err := os.Remove(filepath.Join(dist, f.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// compare returns an error that names the first difference between dist and the wanted files.
func compare(dist string, want map[string][]byte) error {
	const hint = "run go run ./dashboards/internal/build and commit dashboards/assets/dist"
	have, err := os.ReadDir(dist)
	if err != nil {
		return err
	}
	for _, f := range have {
		if _, ok := want[f.Name()]; !ok {
			return fmt.Errorf("%s is in dist but no source gives it: %s", f.Name(), hint)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		b, err := os.ReadFile(filepath.Join(dist, name))
		if err != nil {
			return fmt.Errorf("%s is missing from dist: %s", name, hint)
		}
		if !bytes.Equal(b, want[name]) {
			return fmt.Errorf("%s in dist is not what the sources give: %s", name, hint)
		}
	}
	return nil
}
