package arch_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/muster-events/muster/"

// goPackage is what `go list` says of a package.
type goPackage struct {
	ImportPath, Dir  string
	Standard         bool
	GoFiles, Imports []string
}

// name is the path below the module, "events/store".
func (p goPackage) name() string { return strings.TrimPrefix(p.ImportPath, module) }

func root(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func packages(t *testing.T) []goPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,Imports", "./...")
	cmd.Dir = root(t)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []goPackage
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) < 20 {
		t.Fatalf("only %d packages were found", len(all))
	}
	return all
}

// below tells whether a package is one of the folders or in one.
func below(name string, folders ...string) bool {
	return slices.ContainsFunc(folders, func(f string) bool { return name == f || strings.HasPrefix(name, f+"/") })
}

// standard tells whether an import is of the standard library.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// pureCoordinator lists the half of the coordinator that only decides.
func pureCoordinator(name string) bool {
	return below(name, "coordinator") && !below(name, "coordinator/runner", "coordinator/process")
}

// arrows says for each part which imports are allowed. Parts are tried in order; the first that
// holds the package counts. An import of another module is judged by its whole path.
var arrows = []struct {
	part    string
	holds   func(name string) bool
	allowed func(own string, path string) bool
}{
	{
		part:  "a store implementation or its test suite",
		holds: func(n string) bool { return below(n, "events/store/jetstream", "events/store/storetest") },
		allowed: func(own, path string) bool {
			return below(own, "events") || strings.HasPrefix(path, "github.com/nats-io/")
		},
	},
	{
		part:  "the ledger",
		holds: func(n string) bool { return below(n, "events/ledger") },
		allowed: func(own, path string) bool {
			return below(own, "events") || strings.HasPrefix(path, "go.etcd.io/bbolt") || strings.HasPrefix(path, "golang.org/x/mod/sumdb")
		},
	},
	{
		part:    "events",
		holds:   func(n string) bool { return below(n, "events") },
		allowed: func(own, _ string) bool { return below(own, "events") },
	},
	{
		part:  "engine",
		holds: func(n string) bool { return below(n, "engine") },
		allowed: func(own, _ string) bool {
			return below(own, "engine", "events") && !below(own, "events/store", "events/ledger")
		},
	},
	{
		part:  "the deciding half of coordinator",
		holds: pureCoordinator,
		allowed: func(own, path string) bool {
			return pureCoordinator(own) || below(own, "engine") || below(own, "events") && !below(own, "events/store", "events/ledger") ||
				strings.HasPrefix(path, "golang.org/x/text/")
		},
	},
	{
		part:  "the running half of coordinator",
		holds: func(n string) bool { return below(n, "coordinator") },
		allowed: func(own, path string) bool {
			return own == "" || below(own, "coordinator", "engine", "events")
		},
	},
	{
		// Read models take the numbers of a game from the rules themselves: a rule exists once.
		part:  "projections",
		holds: func(n string) bool { return below(n, "projections") },
		allowed: func(own, path string) bool {
			return below(own, "projections", "events", "engine") && !below(own, "events/store/jetstream", "events/ledger") ||
				strings.HasPrefix(path, "go.etcd.io/bbolt") || strings.HasPrefix(path, "github.com/prometheus/")
		},
	},
	{
		part:  "dashboards",
		holds: func(n string) bool { return below(n, "dashboards") },
		// The pure packages named beside engine hold the types that read models of tournaments and leagues
		// hand out, and the rule sets that ship.
		allowed: func(own, _ string) bool {
			return own == "" || own == "engine" || below(own, "engine/exact", "engine/standings", "engine/tournament", "engine/league", "engine/season") ||
				below(own, "dashboards", "projections", "coordinator/access", "coordinator/roster") ||
				below(own, "events") && !below(own, "events/store/jetstream", "events/ledger")
		},
	},
	{
		part:    "ops",
		holds:   func(n string) bool { return below(n, "ops") },
		allowed: func(own, _ string) bool { return !below(own, "cmd", "dashboards") },
	},
	{
		part:    "cmd",
		holds:   func(n string) bool { return below(n, "cmd") },
		allowed: func(string, string) bool { return true },
	},
}

// testSupport lists packages that only tests import: they may look wherever they want.
var testSupport = []string{
	"projections/internal/played", "coordinator/internal/play", "cmd/muster/internal/app/apptest",
	"dashboards/internal/browser", "dashboards/internal/gallery", "events/store/storetest",
}

func TestTestSupportIsForTestsOnly(t *testing.T) {
	for _, p := range packages(t) {
		if below(p.name(), testSupport...) {
			continue
		}
		for _, path := range p.Imports {
			if own, isOurs := strings.CutPrefix(path, module); isOurs && below(own, testSupport...) {
				t.Errorf("%s is part of the program and imports %s, which is for tests", p.name(), own)
			}
		}
	}
}

func TestImportsPointOneWay(t *testing.T) {
	for _, p := range packages(t) {
		if below(p.name(), testSupport...) {
			continue
		}
		i := slices.IndexFunc(arrows, func(a struct {
			part    string
			holds   func(string) bool
			allowed func(string, string) bool
		},
		) bool {
			return a.holds(p.name())
		})
		if i < 0 {
			t.Errorf("%s is in no part of the layout", p.name())
			continue
		}
		for _, path := range p.Imports {
			own, isOurs := strings.CutPrefix(path, module)
			if !isOurs {
				own = ""
			}
			if !standard(path) && !arrows[i].allowed(own, path) {
				t.Errorf("%s is part of %s and may not import %s", p.name(), arrows[i].part, path)
			}
			if isOurs && below(own, "cmd") && !below(p.name(), "cmd") {
				t.Errorf("%s imports %s: nothing may", p.name(), path)
			}
		}
	}
}

func parse(t *testing.T, p goPackage) map[string]*ast.File {
	t.Helper()
	out := map[string]*ast.File{}
	for _, name := range p.GoFiles {
		path := filepath.Join(p.Dir, name)
		f, err := parser.ParseFile(fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		out[path] = f
	}
	return out
}

var fset = token.NewFileSet()

// clock lists what the time package must not be asked by code that decides.
var clock = []string{"Now", "Since", "Until", "After", "AfterFunc", "Tick", "NewTicker", "NewTimer", "Sleep"}

// What decides does nothing: no clock, no randomness but a generator that is given its seed, no
// goroutine, no context, no files, no network.
func TestDecidersOnlyDecide(t *testing.T) {
	forbidden := []string{"context", "os", "net", "net/http", "io/fs", "sync", "math/rand", "crypto/rand", "log", "log/slog", "unsafe"}
	seen := 0
	for _, p := range packages(t) {
		if !below(p.name(), "engine") && !pureCoordinator(p.name()) || below(p.name(), testSupport...) {
			continue
		}
		seen++
		for path, f := range parse(t, p) {
			for _, im := range f.Imports {
				name, _ := strconv.Unquote(im.Path.Value)
				if slices.Contains(forbidden, name) && !onceOnly(p, f, name) {
					t.Errorf("%s imports %s", path, name)
				}
			}
			ast.Inspect(f, func(n ast.Node) bool { impure(t, n); return true })
		}
	}
	if seen < 4 {
		t.Errorf("only %d packages that decide were found", seen)
	}
}

// onceOnly allows sync for sync.Once and its functions alone: reading embedded data once.
func onceOnly(_ goPackage, f *ast.File, name string) bool {
	if name != "sync" {
		return false
	}
	ok := true
	ast.Inspect(f, func(n ast.Node) bool {
		if s, is := n.(*ast.SelectorExpr); is && ident(s.X) == "sync" && !strings.HasPrefix(s.Sel.Name, "Once") {
			ok = false
		}
		return ok
	})
	return ok
}

func ident(e ast.Expr) string {
	if i, ok := e.(*ast.Ident); ok {
		return i.Name
	}
	return ""
}

func impure(t *testing.T, n ast.Node) {
	t.Helper()
	switch n := n.(type) {
	case *ast.GoStmt:
		t.Errorf("%s: starts a goroutine", fset.Position(n.Pos()))
	case *ast.ChanType:
		t.Errorf("%s: uses a channel", fset.Position(n.Pos()))
	case *ast.SelectorExpr:
		if ident(n.X) == "time" && slices.Contains(clock, n.Sel.Name) {
			t.Errorf("%s: reads the clock with time.%s", fset.Position(n.Pos()), n.Sel.Name)
		}
		if ident(n.X) == "rand" && n.Sel.Name != "New" && n.Sel.Name != "NewPCG" && n.Sel.Name != "Rand" {
			t.Errorf("%s: draws with rand.%s, which has no seed", fset.Position(n.Pos()), n.Sel.Name)
		}
	}
}

// generated tells whether a file was made by a program.
func generated(f *ast.File) bool { return ast.IsGenerated(f) }

// Everything exported is explained, and every package says what it is for.
func TestEverythingExportedIsExplained(t *testing.T) {
	for _, p := range packages(t) {
		told := len(p.GoFiles) == 0
		for path, f := range parse(t, p) {
			told = told || f.Doc != nil
			if generated(f) {
				continue
			}
			for _, d := range f.Decls {
				explained(t, path, d)
			}
		}
		if !told {
			t.Errorf("package %s does not say what it is for", p.name())
		}
	}
}

func explained(t *testing.T, path string, d ast.Decl) {
	t.Helper()
	missing := func(n ast.Node, what string) {
		t.Errorf("%s: %s has no comment", fset.Position(n.Pos()), what)
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && (d.Recv == nil || exportedReceiver(d.Recv)) && d.Doc == nil {
			missing(d, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil {
					missing(s, s.Name.Name)
				}
			case *ast.ValueSpec:
				if s.Names[0].IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil {
					missing(s, s.Names[0].Name)
				}
			}
		}
	}
}

func exportedReceiver(r *ast.FieldList) bool {
	e := r.List[0].Type
	for {
		switch x := e.(type) {
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.Ident:
			return x.IsExported()
		default:
			return false
		}
	}
}

// files returns every file of the repository that git knows or would add.
func files(t *testing.T) []string {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard")
	cmd.Dir = root(t)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(out))
}

func TestTheTopLevelIsTheLayout(t *testing.T) {
	layout := []string{
		"cmd", "events", "projections", "coordinator", "engine", "ops", "dashboards", "go.mod", "go.sum", "Makefile", "README.md", "LICENSE",
	}
	for _, f := range files(t) {
		top, _, _ := strings.Cut(f, "/")
		if !slices.Contains(layout, top) && !strings.HasPrefix(top, ".") {
			t.Errorf("%s stands at the top level, which is fixed", top)
		}
	}
}

func TestFoldersAreNamedForWhatTheyHold(t *testing.T) {
	for _, f := range files(t) {
		for part := range strings.SplitSeq(filepath.ToSlash(filepath.Dir(f)), "/") {
			if slices.Contains([]string{"util", "utils", "common", "helpers", "models", "misc"}, part) {
				t.Errorf("%s lies in a folder that is named for nothing", f)
			}
		}
	}
}
