package config

import (
	"strings"

	"github.com/muster-events/muster/ops/audit"
)

// Witnesses returns the witnesses of [Config.Witness]. Those that are malformed are left out; Validate
// names them.
func (c Config) Witnesses() []*audit.Asked {
	var out []*audit.Asked
	for _, one := range c.Witness {
		if w, err := witness(one); err == nil && w != nil {
			out = append(out, w)
		}
	}
	return out
}

// witness reads an address and a key with a space between them; nil for nothing.
func witness(one string) (*audit.Asked, error) {
	one = strings.TrimSpace(one)
	if one == "" {
		return nil, nil
	}
	address, key, _ := strings.Cut(one, " ")
	return audit.Ask(address, strings.TrimSpace(key))
}

func (c Config) checkWitnesses(p *Problems) {
	seen := map[string]bool{}
	for _, one := range c.Witness {
		w, err := witness(one)
		switch {
		case err != nil:
			p.add("witness", one, "the address and the key of a witness, with a space between them: "+err.Error())
		case w != nil && seen[w.Name()]:
			p.add("witness", one, "each witness once: "+w.Name()+" is there already")
		case w != nil:
			seen[w.Name()] = true
		}
	}
}
