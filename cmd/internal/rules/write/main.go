// Command write writes the table of rules, as the code has it, to engine/lotr/rulebook/table.json. It
// is run from the top folder.
package main

import (
	"fmt"
	"os"

	"github.com/muster-events/muster/cmd/internal/rules"
)

func main() {
	table, err := rules.Scan(".")
	if err == nil {
		var b []byte
		if b, err = rules.Encode(table); err == nil {
			err = os.WriteFile("engine/lotr/rulebook/table.json", b, 0o644)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
