package audit

import (
	"errors"
	"fmt"
	"iter"
	"strconv"
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

// ParseTile reads what [Tile.Path] writes, and nothing else: no leading zeroes beyond the three digits, no
// full tile as ".p/256".
func ParseTile(path string) (Tile, error) {
	none := fmt.Errorf("%q is not the path of a tile: tile/<level>/<n>[.p/<width>] was expected", path)
	parts := strings.Split(path, "/")
	if len(parts) < 3 || len(parts) > maxTileParts || parts[0] != "tile" {
		return Tile{}, none
	}
	level, err := strconv.Atoi(parts[1])
	if err != nil || level < 0 || level > maxLevel {
		return Tile{}, none
	}
	t := Tile{Level: level, Width: TileWidth}
	if last := len(parts) - 1; strings.HasSuffix(parts[last-1], ".p") {
		if t.Width, err = strconv.Atoi(parts[last]); err != nil || t.Width < 1 || t.Width >= TileWidth {
			return Tile{}, none
		}
		parts = parts[:last]
		parts[last-1] = strings.TrimSuffix(parts[last-1], ".p")
	}
	for _, group := range parts[2:] {
		n, err := strconv.ParseUint(strings.TrimPrefix(group, "x"), 10, 10)
		if err != nil || n > 999 {
			return Tile{}, none
		}
		t.Index = t.Index*1000 + int64(n)
	}
	if t.Path() != path {
		return Tile{}, none
	}
	return t, nil
}

// maxTileParts bounds the path of a tile: its level, up to six groups of digits, and a width.
const maxTileParts = 9

// Within tells whether a tree of so many leaves has all hashes of the tile.
func (t Tile) Within(size int64) bool {
	complete := size >> (t.Level * TileHeight)
	return t.Index <= complete/TileWidth && t.Index*TileWidth+int64(t.Width) <= complete
}
