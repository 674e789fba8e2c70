package ledger_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/muster-events/muster/events/ledger"
)

// CheckPages must never find damage in a file that has none: it would keep a server from starting.
func TestHealthyFilesPass(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for _, freelist := range []bbolt.FreelistType{bbolt.FreelistMapType, bbolt.FreelistArrayType} {
		path := filepath.Join(t.TempDir(), "healthy.db")
		db, err := bbolt.Open(path, 0o600, &bbolt.Options{FreelistType: freelist, NoSync: true, NoFreelistSync: freelist == bbolt.FreelistArrayType})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 120 {
			if err := db.Update(func(tx *bbolt.Tx) error { return change(tx, rng) }); err != nil {
				t.Fatal(err)
			}
			if err := ledger.CheckPages(path); err != nil {
				t.Fatalf("after %d transactions: %v", i+1, err)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// change puts and deletes at random: small and large values, small and large buckets, nested ones.
func change(tx *bbolt.Tx, rng *rand.Rand) error {
	b, err := tx.CreateBucketIfNotExists(fmt.Appendf(nil, "bucket %d", rng.IntN(4)))
	if err != nil {
		return err
	}
	if rng.IntN(3) == 0 {
		if b, err = b.CreateBucketIfNotExists([]byte("nested")); err != nil {
			return err
		}
	}
	for range rng.IntN(80) {
		key := fmt.Appendf(nil, "key %d", rng.IntN(500))
		if rng.IntN(3) == 0 {
			err = b.Delete(key)
		} else {
			err = b.Put(key, make([]byte, rng.IntN(1<<rng.IntN(15))))
		}
		if err != nil {
			return err
		}
	}
	if name := fmt.Appendf(nil, "bucket %d", rng.IntN(4)); rng.IntN(10) == 0 && tx.Bucket(name) != nil {
		return tx.DeleteBucket(name)
	}
	return nil
}

func TestFilesThatAreNoLedger(t *testing.T) {
	for what, content := range map[string]string{
		"an empty file": "", "a text": "this is not a ledger", "zeros": string(make([]byte, 1<<16)),
	} {
		path := filepath.Join(t.TempDir(), "other.db")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		var file *ledger.FileError
		if _, err := ledger.Open(path, nil); !errors.As(err, &file) || file.Path != path {
			t.Errorf("%s: got %v, want a FileError", what, err)
		}
		if b, err := os.ReadFile(path); err != nil || string(b) != content {
			t.Errorf("%s: the file was changed", what)
		}
	}
}

// A power cut may tear one of the two header pages; bbolt goes on from the other.
func TestOneTornHeaderIsNoDamage(t *testing.T) {
	base, all := filled(t, 20)
	for page := range 2 {
		original, err := os.ReadFile(filepath.Join(base, ledger.FileName))
		if err != nil {
			t.Fatal(err)
		}
		clear(original[page*os.Getpagesize()+30 : (page+1)*os.Getpagesize()])
		if noticedAndMended(t, inMemory(t, original, all), all) != 0 {
			t.Errorf("header %d torn: taken for damage", page)
		}
	}
	both, err := os.ReadFile(filepath.Join(base, ledger.FileName))
	if err != nil {
		t.Fatal(err)
	}
	clear(both[30 : 2*os.Getpagesize()])
	if noticedAndMended(t, inMemory(t, both, all), all) != 1 {
		t.Error("both headers torn: not noticed")
	}
}
