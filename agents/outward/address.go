package outward

import (
	"errors"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// ErrNoAddress says that something is no address of the web.
var ErrNoAddress = errors.New("no address of the web")

// ErrCredentials says that a name or a password stands in an address, which then goes nowhere.
var ErrCredentials = errors.New("a name or a password in an address")

// Parse reads a whole address and gives it as [Normal] does.
func Parse(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil {
		return nil, ErrNoAddress
	}
	return Normal(u)
}

// Normal is an address as it is gone to, which is as people are shown it: two addresses are one where this is the same. A name is in
// small letters and in the alphabet of the DNS, since both how it is written and what it looks like could carry something; what no
// server is sent is not there.
func Normal(u *url.URL) (*url.URL, error) {
	scheme := strings.ToLower(u.Scheme)
	if scheme != "http" && scheme != "https" || u.Opaque != "" {
		return nil, ErrNoAddress
	}
	if u.User != nil {
		return nil, ErrCredentials
	}
	host, err := hostOf(u.Hostname())
	if err != nil {
		return nil, err
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port := u.Port(); port != "" {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || n == 0 {
			return nil, ErrNoAddress
		}
		if n != uint64(usual(scheme)) {
			host += ":" + strconv.FormatUint(n, 10)
		}
	}
	out := &url.URL{Scheme: scheme, Host: host, Path: u.Path, RawPath: u.RawPath, RawQuery: u.RawQuery}
	if out.Path == "" {
		out.Path, out.RawPath = "/", ""
	}
	if !strings.HasPrefix(out.Path, "/") {
		return nil, ErrNoAddress
	}
	return out, nil
}

func usual(scheme string) int {
	if scheme == "https" {
		return 443
	}
	return 80
}

// hostOf writes a name or a number as it is dialled.
func hostOf(host string) (string, error) {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if ip, err := netip.ParseAddr(host); err == nil {
		if ip.Zone() != "" {
			return "", ErrNoAddress
		}
		return ip.String(), nil
	}
	if strings.ContainsFunc(host, func(r rune) bool { return r >= 0x80 }) {
		ascii, err := idna.Lookup.ToASCII(host)
		if err != nil {
			return "", ErrNoAddress
		}
		host = strings.TrimSuffix(strings.ToLower(ascii), ".")
	}
	if host == "" || len(host) > 253 || strings.ContainsFunc(host, strange) || strings.Contains(host, "..") || host[0] == '.' {
		return "", ErrNoAddress
	}
	return host, nil
}

// strange tells of what stands in no name.
func strange(r rune) bool {
	return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '.' && r != '_'
}

// sameHost tells whether two addresses are at one server: the same name, and the same port or the two that a site has.
func sameHost(a, b *url.URL) bool {
	return a.Hostname() == b.Hostname() && a.Port() == b.Port()
}

// within tells whether an address is at a host that is the tenant's own. own is a host, a host with its port, or an address whose
// host counts. One that names no port has those two that a site has.
func within(own string, u *url.URL) bool {
	if !strings.Contains(own, "://") {
		own = u.Scheme + "://" + own
	}
	at, err := Parse(own)
	return err == nil && sameHost(at, u)
}
