package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/muster-events/muster/dashboards/internal/websum"
)

// licences lists the npm packages that any of the inputs comes from, with the texts of their
// licences. A package without a licence or its text is an error: it must not be shipped.
func licences(web string, inputs []string) ([]websum.Package, []byte, error) {
	var names []string
	for _, in := range inputs {
		if name, ok := packageOf(in); ok && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var list []websum.Package
	var texts bytes.Buffer
	for _, name := range names {
		p, text, err := licence(filepath.Join(web, "node_modules", name))
		if err != nil {
			return nil, nil, fmt.Errorf("licence of %s: %w", name, err)
		}
		list = append(list, p)
		fmt.Fprintf(&texts, "%s %s (%s)\n\n%s\n\n----\n\n", p.Name, p.Version, p.Licence, bytes.TrimSpace(text))
	}
	return list, texts.Bytes(), nil
}

// packageOf returns the name of the npm package that a bundled file comes from.
func packageOf(input string) (string, bool) {
	const dir = "node_modules/"
	i := strings.LastIndex(input, dir)
	if i < 0 {
		return "", false
	}
	parts := strings.Split(input[i+len(dir):], "/")
	if strings.HasPrefix(parts[0], "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1], true
	}
	return parts[0], true
}

func licence(dir string) (websum.Package, []byte, error) {
	var p websum.Package
	b, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return p, nil, err
	}
	if err := json.Unmarshal(b, &p); err != nil {
		return p, nil, err
	}
	if p.Licence == "" {
		return p, nil, fmt.Errorf("package.json names none")
	}
	found, err := filepath.Glob(filepath.Join(dir, "LICEN[CS]E*"))
	if err != nil || len(found) == 0 {
		return p, nil, fmt.Errorf("no LICENSE file in %s", dir)
	}
	text, err := os.ReadFile(found[0])
	return p, text, err
}
