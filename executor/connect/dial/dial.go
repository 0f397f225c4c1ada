// Package dial holds connections to the addresses that they may go to. Addresses of sites come from people, pages and
// models. Each is checked when it is dialled, after its name has been resolved, so that no name leads where its address
// may not.
package dial

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

// ErrPrivate says that an address is not one of the open internet.
var ErrPrivate = errors.New("a private address")

// RefusePrivate lets connections out to the open internet alone.
func RefusePrivate(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("dial %s: %w", address, ErrPrivate)
	}
	if !public(to.Addr().Unmap()) {
		return fmt.Errorf("dial %s: %w", to.Addr(), ErrPrivate)
	}
	return nil
}

// RefuseLinkLocal keeps hosts that may be private from leading to the metadata of a cloud machine.
func RefuseLinkLocal(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || to.Addr().Unmap().IsLinkLocalUnicast() {
		return fmt.Errorf("dial %s: %w", address, ErrPrivate)
	}
	return nil
}

// Public is a transport that reaches the open internet alone. It takes no proxy: behind one nobody would see where a
// connection goes.
func Public() *http.Transport {
	return &http.Transport{
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			d := net.Dialer{Timeout: 10 * time.Second, Control: RefusePrivate}
			return d.DialContext(ctx, network, address)
		},
		TLSHandshakeTimeout: 10 * time.Second, MaxIdleConnsPerHost: 2, IdleConnTimeout: 90 * time.Second, ForceAttemptHTTP2: true,
	}
}

// public tells whether an address belongs to the open internet.
func public(a netip.Addr) bool {
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast() || a.Zone() != "" {
		return false
	}
	for _, net := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
		"203.0.113.0/24", "240.0.0.0/4", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16",
	} {
		if netip.MustParsePrefix(net).Contains(a) {
			return false
		}
	}
	return true
}
