package bots_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/bots"
)

// hostsSeen answers nobody, and remembers who would have been asked and with what.
type hostsSeen struct{ seen []string }

func (h *hostsSeen) RoundTrip(r *http.Request) (*http.Response, error) {
	h.seen = append(h.seen, r.URL.Scheme+"://"+r.URL.Host)
	return nil, &bots.RefusedError{Reason: "not today"}
}

// FuzzDownload takes whatever a message says a file's address is: no host but the platform's is ever asked.
func FuzzDownload(f *testing.F) {
	for _, s := range []string{
		"https://files.example/a", "http://files.example/a", "https://files.example:443/a", "https://FILES.example/a", "https://u:p@files.example/a", "https://files.example@evil.example/a", "//evil.example",
		"https://files.example.evil.example/", "https:files.example", "file:///etc/passwd", "https://files.example\\@evil.example/", "https://files.example%2eevil.example/", "http://api.example:8080/x",
		"https://[::1]/", "", "\x00", "https://evil.example#@files.example/", "https://files.example/\r\nHost: evil.example",
	} {
		f.Add(s)
	}
	hosts := &hostsSeen{}
	d := bots.Download{
		Client: &http.Client{Transport: hosts}, Hosts: []string{"files.example"}, API: "http://api.example:8080/api/", Header: http.Header{"Authorization": {"Bearer token"}},
	}
	f.Fuzz(func(t *testing.T, address string) {
		hosts.seen = nil
		data, err := d.Get(context.Background(), address)
		if err == nil || data != nil {
			t.Fatalf("%q gives %q", address, data)
		}
		if _, refused := errors.AsType[*bots.RefusedError](err); !refused || strings.Contains(err.Error(), "Bearer token") {
			t.Errorf("%q: %v", address, err)
		}
		for _, host := range hosts.seen {
			if host != "https://files.example" && host != "http://api.example:8080" {
				t.Errorf("%q leads to %s", address, host)
			}
		}
	})
}

// FuzzClip shortens anything to its bound in the strictest unit, and never to something that is not text.
func FuzzClip(f *testing.F) {
	for _, s := range []string{"", "words", strings.Repeat("👩‍👩‍👧", 30), strings.Repeat("e\u0301", 50), "\xff\xfe", "a\n\n\\\\"} {
		f.Add(s, uint8(20))
	}
	f.Fuzz(func(t *testing.T, s string, n uint8) {
		limit := int(n) + 1
		out := bots.Clip(s, limit)
		if bots.Width(out) > limit || out != strings.ToValidUTF8(out, "") || s != "" && out == "" {
			t.Errorf("%q at %d is %q", s, limit, out)
		}
		if head := bots.Transcript("Head:", strings.Split(s, "\n"), len(s)%2 == 0); len(head) > 3000 || strings.ToValidUTF8(s, "") == s && head != strings.ToValidUTF8(head, "") {
			t.Errorf("a transcript of %d bytes", len(head))
		}
	})
}
