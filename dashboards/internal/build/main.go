package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("build", flag.ContinueOnError)
	fs.SetOutput(stderr)
	check := fs.Bool("check", false, "write nothing; fail if dist is not what the sources give")
	root := fs.String("root", "dashboards", "the dashboards folder")
	if err := fs.Parse(args); err != nil {
		return 2
	}
	if err := bundle(*root, *check, stdout); err != nil {
		fmt.Fprintln(stderr, "build:", err)
		return 1
	}
	return 0
}

func bundle(root string, check bool, stdout io.Writer) error {
	web, dist := filepath.Join(root, "web"), filepath.Join(root, "assets", "dist")
	if _, err := os.Stat(filepath.Join(web, "node_modules", "lit")); err != nil {
		return errors.New("the npm packages are not installed: run npm ci --ignore-scripts in " + web)
	}
	want, err := build(web)
	if err != nil {
		return err
	}
	axe, err := os.ReadFile(filepath.Join(web, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		return err
	}
	tests := filepath.Join(root, "browser", "axe") // not in the program: for tests only
	if check {
		return errors.Join(compare(dist, want), compare(tests, map[string][]byte{"axe.min.js": axe}))
	}
	if err := errors.Join(write(dist, want), write(tests, map[string][]byte{"axe.min.js": axe})); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%d files in %s\n", len(want), dist)
	return nil
}
