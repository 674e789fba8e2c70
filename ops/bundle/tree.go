package bundle

import (
	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/ops/audit"
)

// growing is the right edge of a Merkle tree that grows leaf by leaf: the roots of its perfect
// subtrees, the greatest first. It needs room for the logarithm of the number of leaves.
//
// Source: RFC 6962, section 2.1.
type growing struct {
	edge []subtree
	size int64
	// made is told every root of a perfect subtree of 256^level leaves as it is complete.
	made func(level int, index int64, h tlog.Hash) error
}

type subtree struct {
	height int
	hash   tlog.Hash
}

// add takes the hash of the next leaf.
func (g *growing) add(h tlog.Hash) error {
	at := subtree{0, h}
	if err := g.tell(at); err != nil {
		return err
	}
	for n := len(g.edge); n > 0 && g.edge[n-1].height == at.height; n-- {
		at = subtree{at.height + 1, tlog.NodeHash(g.edge[n-1].hash, at.hash)}
		g.edge = g.edge[:n-1]
		if err := g.tell(at); err != nil {
			return err
		}
	}
	g.edge = append(g.edge, at)
	g.size++
	return nil
}

func (g *growing) tell(s subtree) error {
	if g.made == nil || s.height%audit.TileHeight != 0 {
		return nil
	}
	return g.made(s.height/audit.TileHeight, g.size>>s.height, s.hash)
}

// root returns the root of the tree as it is.
func (g *growing) root() tlog.Hash {
	if len(g.edge) == 0 {
		root, _ := tlog.TreeHash(0, nil) // of the empty tree: reads nothing
		return root
	}
	h := g.edge[len(g.edge)-1].hash
	for i := len(g.edge) - 2; i >= 0; i-- {
		h = tlog.NodeHash(g.edge[i].hash, h)
	}
	return h
}
