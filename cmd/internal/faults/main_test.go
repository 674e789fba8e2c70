package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const output = `{"Action":"output","Package":"p","Test":"TestFault_A10_Two","Output":"    x_test.go:3: fault A10: refused in 3ms\n"}
{"Action":"pass","Package":"p","Test":"TestFault_A10_Two"}
{"Action":"output","Package":"p","Test":"TestFault_A2_Steps/before","Output":"    x_test.go:3: fault A2: 8 of 8\n"}
{"Action":"pass","Package":"p","Test":"TestFault_A2_Steps/before"}
{"Action":"pass","Package":"p","Test":"TestFault_A2_Steps"}
{"Action":"output","Package":"q","Test":"TestFault_B1_Leader","Output":"lost 3\n"}
{"Action":"fail","Package":"q","Test":"TestFault_B1_Leader"}
{"Action":"fail","Package":"q"}
{"Action":"output","Package":"r","Output":"does not build\n"}
{"Action":"fail","Package":"r"}
not json
`

func TestTable(t *testing.T) {
	var failures, table strings.Builder
	ok := collect(strings.NewReader(output), &failures).print(&table)
	want := `A2   | 8 of 8 | ok
A10  | refused in 3ms | ok
B1   | Leader | FAILED
     | package r failed | FAILED
2 passed, 2 failed
`
	if table.String() != want || ok {
		t.Errorf("ok is %v, got\n%swant\n%s", ok, table.String(), want)
	}
	for _, said := range []string{"lost 3", "does not build"} {
		if !strings.Contains(failures.String(), said) {
			t.Errorf("the output of failures lacks %q", said)
		}
	}
}

func TestNoFaultsAtAllIsAFailure(t *testing.T) {
	if collect(strings.NewReader(""), &strings.Builder{}).print(&strings.Builder{}) {
		t.Error("an empty table is taken for success")
	}
}

func TestPackagesWithFaults(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a/x_test.go": "package a\nfunc TestFault_A1_X(t *testing.T) {}\n", "b/x_test.go": "package b\nfunc TestOther(t *testing.T) {}\n",
		"node_modules/c/x_test.go": "func TestFault_A2_X(", "d/x.go": "func TestFault_A2_X(",
	} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	got, err := withFaults(".")
	if err != nil || len(got) != 1 || got[0] != "./a" {
		t.Errorf("got %v, %v; want ./a", got, err)
	}
}
