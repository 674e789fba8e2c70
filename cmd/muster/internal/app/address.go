package app

import (
	"net"
	"net/url"
	"strconv"
	"strings"
)

// BaseURL returns the address that phones reach the server at, without a trailing slash.
func (a *App) BaseURL() string {
	if a.cfg.URL != "" {
		return strings.TrimSuffix(a.cfg.URL, "/")
	}
	host, _, err := net.SplitHostPort(a.pages.Addr().String())
	if ip := net.ParseIP(host); err != nil || ip == nil || ip.IsUnspecified() {
		host = reachable()
	}
	return a.at(host)
}

// LocalURL returns the address that programs on this machine reach the server at.
func (a *App) LocalURL() string {
	host, _, err := net.SplitHostPort(a.pages.Addr().String())
	if ip := net.ParseIP(host); err != nil || ip == nil || ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return a.at(host)
}

// OrganiserLink returns the link that opens the console on this machine or a phone. It is known
// once Ready is closed.
func (a *App) OrganiserLink() string {
	return a.BaseURL() + "/console/login?" + url.Values{"key": {a.OrganiserKey()}}.Encode()
}

func (a *App) at(host string) string {
	scheme := "http"
	if a.secure != nil {
		scheme = "https"
	}
	port := 0
	if t, ok := a.pages.Addr().(*net.TCPAddr); ok {
		port = t.Port
	}
	if scheme == "http" && port == 80 || scheme == "https" && port == 443 {
		if strings.Contains(host, ":") {
			host = "[" + host + "]"
		}
		return scheme + "://" + host
	}
	return scheme + "://" + net.JoinHostPort(host, strconv.Itoa(port))
}

// reachable returns the address of this machine that others in its network use: the first private
// IPv4 address of an interface that is up, else any other, else the loopback address.
func reachable() string {
	best := "127.0.0.1"
	interfaces, err := net.Interfaces()
	if err != nil {
		return best
	}
	for _, i := range interfaces {
		if i.Flags&net.FlagUp == 0 || i.Flags&net.FlagLoopback != 0 || virtual(i.Name) {
			continue
		}
		addrs, err := i.Addrs()
		if err != nil {
			continue
		}
		for _, addr := range addrs {
			n, ok := addr.(*net.IPNet)
			if !ok || n.IP.To4() == nil || !n.IP.IsGlobalUnicast() {
				continue
			}
			if n.IP.IsPrivate() {
				return n.IP.String()
			}
			best = n.IP.String()
		}
	}
	return best
}

// virtual tells whether an interface leads to containers or virtual machines on this machine.
func virtual(name string) bool {
	for _, p := range []string{"docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "cni", "podman"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// DataDir returns the absolute path of the data directory.
func (a *App) DataDir() string { return a.dir.Path }
