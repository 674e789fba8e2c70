package projections

import (
	"strings"

	"go.etcd.io/bbolt"
)

// Renumbered returns a standard projection with the number 99, which waits in Begin until gate is
// closed.
func Renumbered(p Projection, gate chan struct{}) Projection {
	return renumbered{p, gate}
}

type renumbered struct {
	Projection
	gate chan struct{}
}

func (r renumbered) Name() string {
	word, _, _ := strings.Cut(r.Projection.Name(), ".")
	return word + ".99"
}

func (r renumbered) Begin(tx *bbolt.Tx) (Batch, error) {
	<-r.gate
	return r.Projection.Begin(tx)
}
