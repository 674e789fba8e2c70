package projections

import (
	"bytes"

	"go.etcd.io/bbolt"
)

// nested returns the bucket at a path, nil if it is missing.
func nested(tx *bbolt.Tx, path ...[]byte) *bbolt.Bucket {
	b := tx.Bucket(path[0])
	for _, name := range path[1:] {
		if b == nil {
			return nil
		}
		b = b.Bucket(name)
	}
	return b
}

// get returns the value under the last name of a path, nil if there is none.
func get(tx *bbolt.Tx, path ...[]byte) []byte {
	b := nested(tx, path[:len(path)-1]...)
	if b == nil {
		return nil
	}
	return b.Get(path[len(path)-1])
}

// scan hands every key with a prefix to fn, in order; a bucket that is missing is empty.
func scan(b *bbolt.Bucket, prefix []byte, fn func(k, v []byte) error) error {
	if b == nil {
		return nil
	}
	c := b.Cursor()
	for k, v := c.Seek(prefix); k != nil && bytes.HasPrefix(k, prefix); k, v = c.Next() {
		if v == nil {
			continue
		}
		if err := fn(k, v); err != nil {
			return err
		}
	}
	return nil
}

// makeNested returns the bucket at a path, making what is missing.
func makeNested(tx *bbolt.Tx, path ...[]byte) (*bbolt.Bucket, error) {
	b, err := tx.CreateBucketIfNotExists(path[0])
	for _, name := range path[1:] {
		if err != nil {
			return nil, err
		}
		b, err = b.CreateBucketIfNotExists(name)
	}
	return b, err
}
