package projects_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/projects"
)

// TestAPasswordIsNotAskedForAnAddressInTheClear: http:// is for sites on a network of one's own.
func TestAPasswordIsNotAskedForAnAddressInTheClear(t *testing.T) {
	for address, lets := range map[string]bool{
		"https://shop.example": true, "http://shop.example": false, "HTTP://Shop.Example/blog": false, "http://93.184.216.34": false, "http://2130706433": false, "http://[2606:2800::1]": false,
		"http://shop.local.example": false, "http://localhost:8080": true, "http://127.0.0.1:8080": true, "http://10.0.0.9": true, "http://[::1]": true, "http://wordpress": true,
		"http://shop.internal": true, "http://wp.lan/blog": true, "http://169.254.169.254": false,
	} {
		err := projects.CheckAddress(address)
		if (err == nil) != lets {
			t.Errorf("%s: %v", address, err)
		}
		if err != nil && !strings.Contains(err.Error(), "https://") {
			t.Errorf("%s: %v", address, err)
		}
	}
}
