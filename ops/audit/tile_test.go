package audit_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/ops/audit"
)

// hashes is a tree in memory.
type hashes []tlog.Hash

func (h hashes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, x := range indexes {
		out[i] = h[x]
	}
	return out, nil
}

// tree grows a tree of n leaves "leaf 0", "leaf 1", …
func tree(t *testing.T, n int64) hashes {
	t.Helper()
	var h hashes
	for i := range n {
		more, err := tlog.StoredHashes(i, leaf(i), h)
		if err != nil {
			t.Fatal(err)
		}
		h = append(h, more...)
	}
	return h
}

func leaf(i int64) []byte { return []byte{'l', byte(i), byte(i >> 8), byte(i >> 16)} }

func TestPathsOfTilesAreThoseOfTheSpecification(t *testing.T) {
	for _, c := range []struct {
		tile audit.Tile
		want string
	}{
		{audit.Tile{Level: 0, Index: 1234067, Width: 256}, "tile/0/x001/x234/067"},
		{audit.Tile{Level: 0, Index: 0, Width: 256}, "tile/0/000"},
		{audit.Tile{Level: 0, Index: 273, Width: 112}, "tile/0/273.p/112"},
		{audit.Tile{Level: 1, Index: 1, Width: 17}, "tile/1/001.p/17"},
		{audit.Tile{Level: 2, Index: 0, Width: 1}, "tile/2/000.p/1"},
		{audit.Tile{Level: 3, Index: 1000, Width: 256}, "tile/3/x001/000"},
	} {
		if got := c.tile.Path(); got != c.want {
			t.Errorf("path of %+v is %q, want %q", c.tile, got, c.want)
		}
		if got, err := audit.ParseTile(c.want); err != nil || got != c.tile {
			t.Errorf("%s is read as %+v, %v", c.want, got, err)
		}
	}
}

func TestWhatIsNoPathOfATileIsRefused(t *testing.T) {
	for _, path := range []string{
		"", "tile", "tile/0", "tile/0/", "tile/0/0", "tile/0/0000", "tile/00/000", "tile/-1/000", "tile/8/000", "tile/entries/000", "tile/0/000/",
		"tile/0/000.p/0", "tile/0/000.p/256", "tile/0/000.p/01", "tile/0/000.p/", "tile/0/000.p", "tile/0/x000/000", "tile/0/001/000", "tile/0/x001",
		"tile/0/+12", "tile/0/999999", "/tile/0/000", "tile/0/../key", "tile/0/x001/x234/x067/x001/x001/x001/x001/000", "tile/0/x001/000.p/3/4",
	} {
		if got, err := audit.ParseTile(path); err == nil {
			t.Errorf("%q is read as %+v", path, got)
		}
	}
}

func TestATileIsThereOnceAllItsHashesAre(t *testing.T) {
	there := map[audit.Tile]bool{}
	const size = 70000
	for tile := range audit.Tiles(size) {
		there[tile] = true
		if !tile.Within(size) {
			t.Errorf("%s of a tree of %d is not there", tile.Path(), size)
		}
	}
	for _, tile := range []audit.Tile{
		{Level: 0, Index: 273, Width: 113},
		{Level: 0, Index: 274, Width: 1},
		{Level: 1, Index: 1, Width: 18},
		{Level: 2, Index: 0, Width: 2},
		{Level: 3, Index: 0, Width: 1},
		{Level: 0, Index: 1 << 61, Width: 256},
	} {
		if tile.Within(size) {
			t.Errorf("%s of a tree of %d is there", tile.Path(), size)
		}
	}
	if smaller := (audit.Tile{Level: 0, Index: 273, Width: 7}); there[smaller] || !smaller.Within(size) {
		t.Error("a tile that was partial before is not there any more")
	}
}

func TestTilesOfATreeOf70000LeavesAreThoseOfTheSpecification(t *testing.T) {
	count := map[int]int{}
	var partial []string
	for tile := range audit.Tiles(70_000) {
		if tile.Width == audit.TileWidth {
			count[tile.Level]++
		} else {
			partial = append(partial, tile.Path())
		}
	}
	if count[0] != 273 || count[1] != 1 || len(count) != 2 {
		t.Errorf("full tiles by level: %v, want 273 of level 0 and 1 of level 1", count)
	}
	if want := []string{"tile/0/273.p/112", "tile/1/001.p/17", "tile/2/000.p/1"}; !slices.Equal(partial, want) {
		t.Errorf("partial tiles: %v, want %v", partial, want)
	}
	if n := len(slices.Collect(audit.Tiles(0))); n != 0 {
		t.Errorf("an empty tree has %d tiles", n)
	}
}

func TestATileOfALevelHoldsTheRootsOfTheTilesBelow(t *testing.T) {
	const size = 70_000
	h := tree(t, size)
	level0, err := audit.ReadTile(audit.Tile{Level: 0, Index: 0, Width: 256}, h)
	if err != nil {
		t.Fatal(err)
	}
	for i := range int64(256) {
		if want := rfc6962.DefaultHasher.HashLeaf(leaf(i)); !bytes.Equal(level0[32*i:32*i+32], want) {
			t.Fatalf("hash %d of tile/0/000 is not the leaf's", i)
		}
	}
	row := level0
	for n := len(row); n > 32; n /= 2 {
		var next []byte
		for i := 0; i < n; i += 64 {
			next = append(next, rfc6962.DefaultHasher.HashChildren(row[i:i+32], row[i+32:i+64])...)
		}
		row = next
	}
	level1, err := audit.ReadTile(audit.Tile{Level: 1, Index: 0, Width: 256}, h)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(level1[:32], row) {
		t.Error("the first hash of tile/1/000 is not the root of tile/0/000")
	}
	for _, bad := range []audit.Tile{{Level: 8, Width: 1}, {Level: -1, Width: 1}, {Index: -1, Width: 1}, {}, {Width: 257}} {
		if _, err := audit.ReadTile(bad, h); err == nil {
			t.Errorf("tile %+v was read", bad)
		}
	}
}
