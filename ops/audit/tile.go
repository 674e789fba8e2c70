package audit

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

// Shape of the tiles.
//
// Source: C2SP tlog-tiles, "Merkle Tree".
const (
	TileHeight = 8               // a full tile holds 2^8 hashes
	TileWidth  = 1 << TileHeight // hashes of a full tile
	maxLevel   = 63 / TileHeight
)

// A Tile names one tile of a tree: the hashes Index*256 to Index*256+Width-1 of a level, where level 0
// holds the leaves, and a hash of level n is the root of a full tile of level n-1.
type Tile struct {
	Level int   // from 0, at most 7
	Index int64 // from 0
	Width int   // 1 to 256; less than 256 is a partial tile
}

// Path is where a tile is found below the root of the log: "tile/0/x001/x234/067.p/12".
//
// Source: C2SP tlog-tiles, "Merkle Tree".
func (t Tile) Path() string {
	p := fmt.Sprintf("tile/%d/%s", t.Level, indexPath(t.Index))
	if t.Width < TileWidth {
		p += fmt.Sprintf(".p/%d", t.Width)
	}
	return p
}

// indexPath writes a number in groups of three digits, all but the last with an x before them.
func indexPath(n int64) string {
	groups := []string{fmt.Sprintf("%03d", n%1000)}
	for n /= 1000; n > 0; n /= 1000 {
		groups = append([]string{fmt.Sprintf("x%03d", n%1000)}, groups...)
	}
	return strings.Join(groups, "/")
}

// Tiles yields the tiles of a tree of so many leaves, level by level from the leaves, each level from
// its first: all full ones, and the partial one at the end of a level if there is one.
func Tiles(size int64) iter.Seq[Tile] {
	return func(yield func(Tile) bool) {
		for level := 0; size > 0 && level <= maxLevel; level++ {
			full := size / TileWidth
			for n := range full {
				if !yield(Tile{level, n, TileWidth}) {
					return
				}
			}
			if w := int(size % TileWidth); w > 0 && !yield(Tile{level, full, w}) {
				return
			}
			size = full
		}
	}
}

// ReadTile returns the bytes of a tile: its hashes one after the other, 32 bytes each.
func ReadTile(t Tile, hashes tlog.HashReader) ([]byte, error) {
	if t.Level < 0 || t.Level > maxLevel || t.Index < 0 || t.Width < 1 || t.Width > TileWidth {
		return nil, fmt.Errorf("there is no tile %+v: levels go from 0 to %d, widths from 1 to %d", t, maxLevel, TileWidth)
	}
	indexes := make([]int64, t.Width)
	for i := range indexes {
		indexes[i] = tlog.StoredHashIndex(t.Level*TileHeight, t.Index*TileWidth+int64(i))
	}
	hs, err := hashes.ReadHashes(indexes)
	if err != nil {
		return nil, fmt.Errorf("read the hashes of %s: %w", t.Path(), err)
	}
	if len(hs) != len(indexes) {
		return nil, errors.New("read the hashes of " + t.Path() + ": some are missing")
	}
	out := make([]byte, 0, len(hs)*tlog.HashSize)
	for _, h := range hs {
		out = append(out, h[:]...)
	}
	return out, nil
}
