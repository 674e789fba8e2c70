// Package cards keeps the operator's card data in the data directory: what was imported from RingsDB,
// in muster's own form, without text of cards. Start with [Import] and [Load].
//
// The file is replaced whole or not at all, and synced; a file that cannot be read changes nothing.
// It may be replaced while a server runs. It imports engine/lotr/cards and ops/datadir.
package cards

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/ops/datadir"
)

// FileName is the name of the imported cards in a data directory.
const FileName = "cards.json"

// format names the form of the file.
const format = "muster-cards.1"

// file is what is stored. Cards is written and read by engine/lotr/cards.
type file struct {
	Format   string          `json:"format"`
	Source   string          `json:"source"`
	Imported time.Time       `json:"imported"` // UTC
	Cards    json.RawMessage `json:"cards"`
}

// Info says what a data directory has of imported cards. The zero value: none.
type Info struct {
	Source   string    `json:"source"`   // name of the file that was imported
	Imported time.Time `json:"imported"` // UTC
	Cards    int       `json:"cards"`    // printings in it
}

// Import reads RingsDB's list of cards and stores it in a data directory, which it makes if there is
// none. On any error what was there before is still there. Source is the name of the file, for people.
func Import(dir string, data []byte, source string, now time.Time) (Info, error) {
	set, err := cards.ParseRingsDB(data)
	if err != nil {
		return Info{}, fmt.Errorf("%s: %w", source, err)
	}
	f := file{Format: format, Source: source, Imported: now.UTC().Truncate(time.Second)}
	b, err := encode(f, set)
	if err != nil {
		return Info{}, fmt.Errorf("encode the cards: %w", err)
	}
	if err := store(dir, b); err != nil {
		return Info{}, err
	}
	return Info{Source: f.Source, Imported: f.Imported, Cards: set.Len()}, nil
}

// encode writes the file with a card to a line, so that an error in it has a place.
func encode(f file, set *cards.Set) ([]byte, error) {
	var list bytes.Buffer
	for i, c := range set.All() {
		b, err := json.Marshal(c)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			list.WriteString(",\n")
		}
		list.Write(b)
	}
	f.Cards = json.RawMessage("null")
	head, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	out := bytes.TrimSuffix(head, []byte("null}"))
	return slices.Concat(out, []byte("[\n"), list.Bytes(), []byte("\n]}\n")), nil
}

// store writes the file and syncs it and its folder, so that it is there after a power cut.
func store(dir string, b []byte) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("data directory: %w", err)
	}
	if err := datadir.WriteFile(filepath.Join(dir, FileName), b); err != nil {
		return err
	}
	return syncDir(dir)
}

// Load returns the cards to use on a data directory: the imported ones over those that ship with
// muster, and what was imported. Without an import, or without the directory, those that ship. A file
// that cannot be read is an error that says how to go on.
func Load(dir string) (*cards.Set, Info, error) {
	path := filepath.Join(dir, FileName)
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return cards.Shipped(), Info{}, nil
	}
	if err != nil {
		return nil, Info{}, fmt.Errorf("imported cards: %w", err)
	}
	data, err := io.ReadAll(io.LimitReader(f, 2*cards.MaxFile))
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, Info{}, fmt.Errorf("imported cards: %w", err)
	}
	set, info, err := read(data)
	if err != nil {
		return nil, Info{}, fmt.Errorf("%s is damaged: import the cards again, or remove it to use those that ship with muster: %w", path, err)
	}
	return set.Over(cards.Shipped()), info, nil
}

func read(data []byte) (*cards.Set, Info, error) {
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, Info{}, err
	}
	if f.Format != format {
		return nil, Info{}, fmt.Errorf("its format is %.40q, and this program reads %s", f.Format, format)
	}
	set, err := cards.Read(f.Cards)
	if err != nil {
		return nil, Info{}, err
	}
	return set, Info{Source: f.Source, Imported: f.Imported, Cards: set.Len()}, nil
}

// syncDir makes a rename in a folder last.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = d.Sync() // not every system can sync a folder
	return d.Close()
}
