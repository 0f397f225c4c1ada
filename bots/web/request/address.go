package request

import (
	"net/http"
	"net/netip"
	"strings"
)

// Address is where a request comes from: whom it was forwarded for, where the connection is from a machine next to this
// one, as a proxy's is. A network of IPv6 is one address, since whoever has one of its addresses has them all.
func Address(r *http.Request) netip.Prefix {
	at, _ := netip.ParseAddrPort(r.RemoteAddr)
	addr := at.Addr().Unmap()
	if hops := r.Header.Values("X-Forwarded-For"); len(hops) > 0 && (addr.IsLoopback() || addr.IsPrivate()) {
		last := hops[len(hops)-1]
		if client, err := netip.ParseAddr(strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:])); err == nil {
			addr = client.Unmap().WithZone("")
		}
	}
	bits := 64
	if addr.Is4() {
		bits = 32
	}
	p, _ := addr.Prefix(bits) // of no address, none
	return p
}
