//go:build !js

package audit

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"

	fnote "github.com/transparency-dev/formats/note"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/events"
)

// Witness signs a checkpoint after it has seen that its log only grew since the one it signed before. It
// runs on another machine with a key of its own, so that the organiser's server cannot show one history
// to the hall and another to the judges.
//
// Source: C2SP tlog-witness, tlog-cosignature.
type Witness struct {
	dir    string
	signer *fnote.Signer
	vkey   string
	logs   []PublicKey

	mu sync.Mutex // held while a checkpoint is judged; guards the files
}

const witnessKeyFile = "witness.key"

// OpenWitness opens a witness whose key and memory are in a folder; both are made at the first start.
// logs are the keys of the servers whose logs are witnessed.
func OpenWitness(dir, name string, logs []PublicKey) (*Witness, error) {
	if name == "" || strings.ContainsAny(name, " +\n\t") {
		return nil, fmt.Errorf("the name %q cannot be a witness's: use letters, digits, dots and hyphens, as in judge.example", name)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of the witness: %w", err)
	}
	file := filepath.Join(dir, witnessKeyFile)
	b, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		skey, _, gen := note.GenerateKey(rand.Reader, name)
		if gen != nil {
			return nil, gen
		}
		b = []byte(skey + "\n")
		err = replace(file, b)
	}
	if err != nil {
		return nil, fmt.Errorf("the key of the witness: %w", err)
	}
	skey := strings.TrimSpace(string(b))
	signer, err := fnote.NewSignerForCosignatureV1(skey)
	if err != nil {
		return nil, fmt.Errorf("%s does not hold the key of a witness: %w", file, err)
	}
	vkey, err := witnessVKey(skey)
	if err != nil {
		return nil, fmt.Errorf("%s does not hold the key of a witness: %w", file, err)
	}
	return &Witness{dir: dir, signer: signer, vkey: vkey, logs: logs}, nil
}

// witnessVKey returns the public half of a signing key as the key of a timed cosignature.
//
// Source: C2SP tlog-cosignature.
func witnessVKey(skey string) (string, error) {
	parts := strings.SplitN(strings.TrimPrefix(skey, "PRIVATE+KEY+"), "+", 3)
	if len(parts) != 3 {
		return "", errors.New("it is not a signing key of a note")
	}
	seed, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(seed) != 1+ed25519.SeedSize {
		return "", errors.New("it is not an Ed25519 key")
	}
	const algCosignature = 4
	pub, _ := ed25519.NewKeyFromSeed(seed[1:]).Public().(ed25519.PublicKey)
	key := append([]byte{algCosignature}, pub...)
	sum := sha256.Sum256(append([]byte(parts[0]+"\n"), key...))
	return fmt.Sprintf("%s+%08x+%s", parts[0], binary.BigEndian.Uint32(sum[:4]), base64.StdEncoding.EncodeToString(key)), nil
}

// VKey is the verifier key of the witness, for those who verify bundles.
func (w *Witness) VKey() string { return w.vkey }

// witnessed is what the witness remembers of a log.
type witnessed struct {
	Size events.Position `json:"size"`
	Root tlog.Hash       `json:"root"`
}

// A RefusedError says why a witness does not sign.
type RefusedError struct {
	Status int             // HTTP status by the protocol
	Says   string          // for people
	Size   events.Position // the size it has signed last, for http.StatusConflict
}

// Error says why.
func (e *RefusedError) Error() string { return e.Says }

func refuse(status int, format string, args ...any) error {
	return &RefusedError{Status: status, Says: fmt.Sprintf(format, args...)}
}

// Add judges an extension and returns the line of the witness's signature. Once it has signed it never
// signs another history, also after a restart. Errors: *RefusedError, and those of the file system.
func (w *Witness) Add(e Extension) (string, error) {
	origin, _, _ := strings.Cut(string(e.New), "\n")
	g, err := GatheringOf(origin)
	if err != nil {
		return "", refuse(http.StatusNotFound, "%v", err)
	}
	c, err := w.opened(g, e.New)
	if err != nil {
		return "", err
	}
	if e.Old > c.Size {
		return "", refuse(http.StatusBadRequest, "the old size %d is beyond the checkpoint's %d", e.Old, c.Size)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	was, err := w.remembered(g)
	if err != nil {
		return "", err
	}
	if e.Old != was.Size {
		return "", &RefusedError{Status: http.StatusConflict, Size: was.Size, Says: fmt.Sprintf("the last checkpoint witnessed is of %d commits, the proof is from %d", was.Size, e.Old)}
	}
	if was.Size > 0 {
		if err := e.Check(Checkpoint{Gathering: g, Size: was.Size, Root: was.Root}, c); err != nil {
			return "", refuse(http.StatusUnprocessableEntity, "%v", err)
		}
	}
	b, err := json.Marshal(witnessed{Size: c.Size, Root: c.Root})
	if err != nil {
		return "", err
	}
	if err := replace(w.file(g), b); err != nil {
		return "", fmt.Errorf("remember the checkpoint: %w", err)
	}
	return w.line(e.New)
}

// opened reads a checkpoint that one of the servers has signed.
func (w *Witness) opened(g events.GatheringID, signed []byte) (Checkpoint, error) {
	var last error
	for _, k := range w.logs {
		c, err := OpenCheckpoint(signed, k.VKey(g))
		if err == nil {
			return c, nil
		}
		last = err
	}
	return Checkpoint{}, refuse(http.StatusForbidden, "%v", last)
}

// line signs a checkpoint and returns the line that goes with it.
func (w *Witness) line(signed []byte) (string, error) {
	text, _, ok := strings.Cut(string(signed), "\n\n")
	if !ok {
		return "", refuse(http.StatusForbidden, "the checkpoint has no signature")
	}
	both, err := note.Sign(&note.Note{Text: text + "\n"}, w.signer)
	if err != nil {
		return "", fmt.Errorf("sign: %w", err)
	}
	return strings.TrimPrefix(string(both), text+"\n\n"), nil
}

func (w *Witness) file(g events.GatheringID) string {
	return filepath.Join(w.dir, "log-"+string(g)+".json")
}

func (w *Witness) remembered(g events.GatheringID) (witnessed, error) {
	b, err := os.ReadFile(w.file(g))
	if errors.Is(err, fs.ErrNotExist) {
		return witnessed{}, nil
	}
	var out witnessed
	if err == nil {
		err = json.Unmarshal(b, &out)
	}
	if err != nil {
		return witnessed{}, fmt.Errorf("what the witness remembers of %s cannot be read: %w", g, err)
	}
	return out, nil
}

// ServeHTTP answers POST /add-checkpoint as the protocol says.
func (w *Witness) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost || r.URL.Path != "/add-checkpoint" {
		http.NotFound(rw, r)
		return
	}
	b, err := io.ReadAll(http.MaxBytesReader(rw, r.Body, 64<<10))
	if err != nil {
		http.Error(rw, "the request is too long", http.StatusBadRequest)
		return
	}
	e, err := ReadExtension(b)
	if err != nil {
		http.Error(rw, err.Error(), http.StatusBadRequest)
		return
	}
	line, err := w.Add(e)
	var no *RefusedError
	switch {
	case errors.As(err, &no) && no.Status == http.StatusConflict:
		rw.Header().Set("Content-Type", "text/x.tlog.size")
		rw.WriteHeader(no.Status)
		fmt.Fprintf(rw, "%d\n", no.Size)
	case errors.As(err, &no):
		http.Error(rw, no.Says, no.Status)
	case err != nil:
		http.Error(rw, "the witness cannot write what it must remember", http.StatusInternalServerError)
	default:
		_, _ = io.WriteString(rw, line) // the server may be gone
	}
}

// replace writes a file so that a crash leaves the old content or the new one.
func replace(file string, b []byte) error {
	f, err := os.CreateTemp(filepath.Dir(file), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
