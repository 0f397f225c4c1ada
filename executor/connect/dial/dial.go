// Package dial is the one room from which tools reach out. A [Road] is no transport yet: it takes requests only under the permit of
// the use of a tool, which looks at each address before its name is looked up, that of a redirect as well (package outward). Then
// the address is checked once more when it is dialled, after its name has been resolved, so that no name leads where its address may
// not. Nothing else that serves tools may dial: the test of the architecture forbids it.
package dial

import (
	"errors"
	"fmt"
	"net/netip"
	"syscall"
)

// ErrPrivate says that an address is not on the open internet, or is one that nobody may connect to.
var ErrPrivate = errors.New("a private address")

// ErrPublic says that an address is one of the open internet, where only private ones may be gone to.
var ErrPublic = errors.New("a public address")

// RefusePrivate lets connections out to the open internet alone.
func RefusePrivate(_, address string, _ syscall.RawConn) error {
	to, err := parsed(address)
	if err == nil && !public(to) {
		err = fmt.Errorf("dial %s: %w", to, ErrPrivate)
	}
	return err
}

// RefuseLinkLocal keeps hosts that may be private from leading to the metadata of a cloud machine, or to whatever else is
// on its link.
func RefuseLinkLocal(_, address string, _ syscall.RawConn) error {
	to, err := parsed(address)
	if err == nil && metadata(to) {
		err = fmt.Errorf("dial %s: %w", to, ErrPrivate)
	}
	return err
}

// RefusePublic lets connections go to private addresses alone, for what must not cross the open internet unencrypted.
// Link-local ones are refused as well.
func RefusePublic(_, address string, _ syscall.RawConn) error {
	to, err := parsed(address)
	switch {
	case err != nil:
		return err
	case metadata(to):
		return fmt.Errorf("dial %s: %w", to, ErrPrivate)
	case public(to):
		return fmt.Errorf("dial %s: %w", to, ErrPublic)
	}
	return nil
}

func parsed(address string) (netip.Addr, error) {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return netip.Addr{}, fmt.Errorf("dial %s: %w", address, ErrPrivate)
	}
	return to.Addr().Unmap(), nil
}

// public tells whether an address belongs to the open internet.
func public(a netip.Addr) bool {
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.IsLoopback() || a.Zone() != "" || metadata(a) {
		return false
	}
	return !within(a,
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
		"203.0.113.0/24", "240.0.0.0/4", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16",
		"3fff::/20", "5f00::/16", "fec0::/10",
	)
}

// metadata tells whether an address is link-local, of many receivers, or one at which clouds tell a machine its secrets,
// also where it is wrapped into an address of the newer kind.
func metadata(a netip.Addr) bool {
	if a.IsLinkLocalUnicast() || a.IsMulticast() {
		return true
	}
	if a.Is6() {
		raw := a.As16()
		at := -1
		switch {
		case within(a, "::/96", "64:ff9b::/96"):
			at = 12
		case within(a, "2002::/16"):
			at = 2
		}
		if at > 0 && metadata(netip.AddrFrom4([4]byte(raw[at:at+4]))) {
			return true
		}
	}
	return within(a, "100.100.100.200/32", "168.63.129.16/32", "192.0.0.192/32", "fd00:ec2::254/128", "fd20:ce::254/128")
}

func within(a netip.Addr, nets ...string) bool {
	for _, net := range nets {
		if netip.MustParsePrefix(net).Contains(a.WithZone("")) {
			return true
		}
	}
	return false
}
