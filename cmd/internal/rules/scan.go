// Package rules reads the table of rules out of the code: a function that carries out a keyword or
// term has a line "Rule: <name>." in its doc comment, before its "Source:" lines; each of its tests
// has the same line.
package rules

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/muster-events/muster/engine/lotr/rulebook"
)

// folders are where rules and their tests are.
var folders = []string{"engine", "coordinator", "cmd/muster", "ops/cards", "projections", "dashboards"}

// Scan returns the table as the code below root has it, in the order of [rulebook.Names]. It returns
// an error for a name that is not on that list.
func Scan(root string) ([]rulebook.Entry, error) {
	found := map[string]*rulebook.Entry{}
	for _, name := range rulebook.Names() {
		found[name] = &rulebook.Entry{Rule: name, Sections: []string{}, Code: []string{}, Tests: []string{}}
	}
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") {
				return err
			}
			rel, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			return scanFile(path, filepath.ToSlash(rel), found)
		})
		if err != nil {
			return nil, err
		}
	}
	out := make([]rulebook.Entry, 0, len(found))
	for _, name := range rulebook.Names() {
		out = append(out, *found[name])
	}
	return out, nil
}

func scanFile(path, rel string, found map[string]*rulebook.Entry) error {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, decl := range file.Decls {
		name, doc := documented(decl)
		for _, rule := range marked(doc, "Rule:") {
			e, ok := found[rule]
			if !ok {
				return fmt.Errorf("%s: %s has the rule %q, which is not in the list of rulebook.Names: correct the name or add it there", rel, name, rule)
			}
			where := rel + ": " + name
			if strings.HasSuffix(rel, "_test.go") {
				e.Tests = append(e.Tests, where)
				continue
			}
			e.Code = append(e.Code, where)
			for _, s := range sources(doc) {
				if !slices.Contains(e.Sections, s) {
					e.Sections = append(e.Sections, s)
				}
			}
		}
	}
	return nil
}

// documented returns the name and comment of a declaration.
func documented(decl ast.Decl) (name, doc string) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		return d.Name.Name, d.Doc.Text()
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				return s.Name.Name, d.Doc.Text()
			case *ast.ValueSpec:
				return s.Names[0].Name, d.Doc.Text()
			}
		}
	}
	return "", ""
}

// marked returns what follows a mark at the beginning of the lines of a comment, without the full
// stop. Several names may follow each other on one line, parted by " · ".
func marked(doc, mark string) []string {
	var out []string
	for line := range strings.Lines(doc) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), mark)
		if !ok {
			continue
		}
		for name := range strings.SplitSeq(rest, " · ") {
			out = append(out, strings.TrimSuffix(strings.TrimSpace(name), "."))
		}
	}
	return out
}

// sources returns the citations of a comment: from "Source:" to the end of its paragraph.
func sources(doc string) []string {
	_, rest, ok := strings.Cut(doc, "Source:")
	if !ok {
		return nil
	}
	rest, _, _ = strings.Cut(rest, "\n\n")
	rest, _, _ = strings.Cut(rest, "Ruling:")
	var out []string
	for s := range strings.SplitSeq(strings.Join(strings.Fields(rest), " "), "; ") {
		if s = strings.TrimSuffix(strings.TrimSpace(s), "."); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// Encode returns the table as it is kept in a file.
func Encode(table []rulebook.Entry) ([]byte, error) {
	b, err := json.MarshalIndent(table, "", "  ")
	if err != nil {
		return nil, err
	}
	return append(b, '\n'), nil
}
