package dial_test

import (
	"errors"
	"net"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/executor/connect/dial"
)

// TestWhereConnectionsMayGo: by what the name has been resolved to, right before it is dialled.
func TestWhereConnectionsMayGo(t *testing.T) {
	const open, near, never = "the internet", "a private network", "nowhere"
	for address, where := range map[string]string{
		"93.184.216.34": open, "2606:2800:220:1::1": open, "8.8.8.8": open, "::ffff:8.8.8.8": open, "2a00:1450::1": open,
		"127.0.0.1": near, "::1": near, "10.1.2.3": near, "172.16.0.1": near, "192.168.1.1": near, "100.64.0.1": near, "fd00::1": near, "::ffff:10.0.0.1": near,
		"0.0.0.0": near, "192.0.2.1": near, "198.18.0.1": near, "2001:db8::1": near, "2002:a00:1::1": near, "64:ff9b::a00:1": near, "3fff::1": near, "3fff:fff::1": near, "5f00::1": near,
		"fec0::1": near, "feff::1": near, "240.0.0.1": near, "255.255.255.255": near, "::": near,
		"169.254.169.254": never, "169.254.0.1": never, "fe80::1": never, "febf::1": never, "fe80::1%eth0": never, "::ffff:169.254.169.254": never, "fd00:ec2::254": never, "fd20:ce::254": never,
		"100.100.100.200": never, "168.63.129.16": never, "192.0.0.192": never, "64:ff9b::a9fe:a9fe": never, "2002:a9fe:a9fe::1": never, "::169.254.169.254": never, "ff02::1": never, "224.0.0.1": never,
	} {
		to := net.JoinHostPort(address, "443")
		for name, c := range map[string]struct {
			control func() error
			lets    bool
		}{
			"the open internet alone": {func() error { return dial.RefusePrivate("tcp", to, nil) }, where == open},
			"all but link-local":      {func() error { return dial.RefuseLinkLocal("tcp", to, nil) }, where != never},
			"private networks alone":  {func() error { return dial.RefusePublic("tcp", to, nil) }, where == near},
		} {
			err := c.control()
			if (err == nil) != c.lets {
				t.Errorf("%s (%s), %s: %v", address, where, name, err)
			}
			if err != nil && !errors.Is(err, dial.ErrPrivate) && !errors.Is(err, dial.ErrPublic) || err != nil && !strings.Contains(err.Error(), "dial") {
				t.Errorf("%s: %v", address, err)
			}
		}
	}
	for _, control := range []func() error{
		func() error { return dial.RefusePrivate("tcp", "somewhere", nil) }, func() error { return dial.RefuseLinkLocal("tcp", "somewhere", nil) }, func() error { return dial.RefusePublic("tcp", "somewhere", nil) },
	} {
		if control() == nil {
			t.Error("an address that is none is dialled")
		}
	}
}
