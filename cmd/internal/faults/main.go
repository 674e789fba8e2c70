// Command faults runs every test of the fault list (TestFault_…) and prints one line for each
// fault: what was found, and whether the promise held. It exits with 1 if one did not.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	packages, err := withFaults(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(1)
	}
	args := append([]string{"test", "-json", "-count", "1", "-timeout", "60m", "-p", "1", "-run", "^TestFault_"}, packages...)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(1)
	}
	r := collect(out, os.Stderr)
	_ = cmd.Wait() // a failed test is in the table; a package that does not build is an outcome too
	if !r.print(os.Stdout) {
		os.Exit(1)
	}
}

var declared = regexp.MustCompile(`(?m)^func TestFault_`)

// withFaults returns the packages below a folder that have tests of faults, as paths for go test.
func withFaults(root string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && path != root) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if pkg := "./" + filepath.ToSlash(filepath.Dir(path)); declared.Match(b) && !slices.Contains(out, pkg) {
			out = append(out, pkg)
		}
		return nil
	})
	return out, err
}

// event is one line of go test -json.
type event struct {
	Action, Package, Test, Output string
}

// fault is one line of the table.
type fault struct {
	ID      string // "A1"
	Test    string
	Figures []string
	OK      bool
}

// report is the table.
type report struct {
	faults []fault
	broken []string // packages that failed outside a test of a fault
}

var (
	named  = regexp.MustCompile(`^TestFault_([A-E])(\d+)`)
	figure = regexp.MustCompile(`fault ([A-E]\d+): (.*)`)
)

// collect reads the output of go test -json. Output of failing tests goes to w.
func collect(in io.Reader, w io.Writer) report {
	var r report
	at := map[string]int{}        // test → index in r.faults
	said := map[string][]byte{}   // test → its output
	failedIn := map[string]bool{} // package → a test of it failed
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return r
		}
		var e event
		if json.Unmarshal(line, &e) != nil {
			continue
		}
		if e.Test == "" {
			if e.Action == "output" {
				said[e.Package] = append(said[e.Package], e.Output...)
			}
			if e.Action == "fail" && !failedIn[e.Package] {
				r.broken = append(r.broken, e.Package)
				_, _ = w.Write(said[e.Package])
			}
			continue
		}
		top, _, sub := strings.Cut(e.Test, "/")
		m := named.FindStringSubmatch(top)
		if m == nil {
			continue
		}
		key := e.Package + " " + top
		i, known := at[key]
		if !known {
			i = len(r.faults)
			at[key] = i
			r.faults = append(r.faults, fault{ID: m[1] + m[2], Test: top})
		}
		switch e.Action {
		case "output":
			said[key] = append(said[key], e.Output...)
			if f := figure.FindStringSubmatch(strings.TrimSpace(e.Output)); f != nil {
				r.faults[i].Figures = append(r.faults[i].Figures, f[2])
			}
		case "pass":
			if !sub {
				r.faults[i].OK = true
			}
		case "fail":
			failedIn[e.Package] = true
			if !sub {
				_, _ = w.Write(said[key])
			}
		}
	}
}

// print writes the table and returns whether every promise held.
func (r report) print(w io.Writer) bool {
	slices.SortStableFunc(r.faults, func(a, b fault) int { return strings.Compare(sortKey(a.ID), sortKey(b.ID)) })
	ok := len(r.faults) > 0 && len(r.broken) == 0
	var b bytes.Buffer
	for _, f := range r.faults {
		verdict := "ok"
		if !f.OK {
			verdict, ok = "FAILED", false
		}
		figures := strings.Join(f.Figures, "; ")
		if figures == "" {
			figures = strings.ReplaceAll(strings.TrimPrefix(f.Test, "TestFault_"+f.ID+"_"), "_", " ")
		}
		fmt.Fprintf(&b, "%-4s | %s | %s\n", f.ID, figures, verdict)
	}
	for _, p := range r.broken {
		fmt.Fprintf(&b, "     | package %s failed | FAILED\n", p)
	}
	passed := 0
	for _, f := range r.faults {
		if f.OK {
			passed++
		}
	}
	fmt.Fprintf(&b, "%d passed, %d failed\n", passed, len(r.faults)-passed+len(r.broken))
	_, _ = w.Write(b.Bytes())
	return ok
}

// sortKey orders A2 before A10.
func sortKey(id string) string { return fmt.Sprintf("%s%03s", id[:1], id[1:]) }
