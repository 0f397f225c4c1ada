package projects

import (
	"net/netip"
	"strings"
)

// nearby tells whether a host is one of a private network by how it is written: a private address, a name without a dot, or
// one under a name that the internet does not know. Whose sites may be there, and where a name really leads, is looked at
// when it is gone to.
func nearby(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		ip = ip.Unmap()
		return ip.IsPrivate() || ip.IsLoopback()
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if !strings.Contains(host, ".") {
		return strings.Trim(host, "0123456789abcdefx") != "" // 2130706433 and 0x7f000001 are addresses too
	}
	for _, name := range []string{".localhost", ".local", ".internal", ".lan", ".home.arpa", ".test"} {
		if strings.HasSuffix(host, name) {
			return true
		}
	}
	return false
}
