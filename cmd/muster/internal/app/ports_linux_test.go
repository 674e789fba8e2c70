package app_test

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"net"
	"os"
	"strings"
	"testing"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
)

// listening returns the addresses that this process listens on, as the kernel sees them.
func listening(t *testing.T) []*net.TCPAddr {
	t.Helper()
	own := map[string]bool{}
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, fd := range fds {
		if link, err := os.Readlink("/proc/self/fd/" + fd.Name()); err == nil {
			own[strings.TrimSuffix(strings.TrimPrefix(link, "socket:["), "]")] = true
		}
	}
	var out []*net.TCPAddr
	for _, file := range []string{"/proc/self/net/tcp", "/proc/self/net/tcp6"} {
		b, err := os.ReadFile(file)
		if err != nil {
			continue // no such protocol here
		}
		for _, line := range strings.Split(string(b), "\n")[1:] {
			f := strings.Fields(line)
			const state, inode, listen = 3, 9, "0A"
			if len(f) > inode && f[state] == listen && own[f[inode]] {
				out = append(out, parseAddr(t, f[1]))
			}
		}
	}
	return out
}

// parseAddr reads "0100007F:1F90": 32-bit words in the machine's order, then the port.
func parseAddr(t *testing.T, s string) *net.TCPAddr {
	t.Helper()
	host, port, _ := strings.Cut(s, ":")
	words, err := hex.DecodeString(host)
	if err != nil {
		t.Fatal(err)
	}
	ip := make(net.IP, len(words))
	for i := 0; i < len(words); i += 4 {
		binary.NativeEndian.PutUint32(ip[i:], binary.BigEndian.Uint32(words[i:]))
	}
	a := &net.TCPAddr{IP: ip}
	if _, err := fmt.Sscanf(port, "%X", &a.Port); err != nil {
		t.Fatal(err)
	}
	return a
}

// Fault D17: a port scan of our own process. Besides the pages, which may be open to all, nothing
// listens that other machines can reach.
func TestFault_D17_OnlyThePagesAreOpenToOthers(t *testing.T) {
	before := map[string]bool{}
	for _, a := range listening(t) {
		before[a.String()] = true
	}
	s := apptest.Start(t, nil)
	found := 0
	for _, a := range listening(t) {
		if before[a.String()] {
			continue
		}
		found++
		if !a.IP.IsLoopback() && a.Port != s.Addr().(*net.TCPAddr).Port {
			t.Errorf("the server listens on %v", a)
		}
	}
	if found != 3 {
		t.Errorf("%d ports are open, want 3: pages, operators, NATS", found)
	}
	t.Logf("fault D17: %d listening ports, all on loopback; pages alone can be opened to others", found)
}
