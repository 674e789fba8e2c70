package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/muster-events/muster/engine/lotr/rulebook"
)

// rulesCmd shows the table of rules.
type rulesCmd struct {
	Find string `arg:"" optional:"" help:"Show only rules whose name has these letters."`
	JSON bool   `name:"json" help:"Print the table as JSON."`
	Long bool   `name:"long" short:"l" help:"Show every place in the code and every test."`
}

// Run implements the command.
func (c *rulesCmd) Run(t *terminal) error {
	var found []rulebook.Entry
	for _, e := range rulebook.All() {
		if strings.Contains(strings.ToLower(e.Rule), strings.ToLower(c.Find)) {
			found = append(found, e)
		}
	}
	if len(found) == 0 {
		return fmt.Errorf("no rule is called like %q: muster rules shows them all", c.Find)
	}
	if c.JSON {
		enc := json.NewEncoder(t.Out)
		enc.SetIndent("", "  ")
		return enc.Encode(found)
	}
	w := tabwriter.NewWriter(t.Out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "RULE\tSOURCE\tCODE\tTESTS")
	for _, e := range found {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", e.Rule, c.first(e.Sections), c.first(e.Code), c.first(e.Tests))
		for i := 1; c.Long && i < max(len(e.Sections), len(e.Code), len(e.Tests)); i++ {
			fmt.Fprintf(w, "\t%s\t%s\t%s\n", at(e.Sections, i), at(e.Code, i), at(e.Tests, i))
		}
	}
	return w.Flush()
}

// first returns the first of a list, with how many more there are.
func (c *rulesCmd) first(list []string) string {
	if len(list) > 1 && !c.Long {
		return fmt.Sprintf("%s (+%d)", list[0], len(list)-1)
	}
	return at(list, 0)
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}
