package bots_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// TestFilesAreFetchedFromThePlatformAlone: no address and no redirect leads anywhere else, and no token with it.
func TestFilesAreFetchedFromThePlatformAlone(t *testing.T) {
	strayed := 0
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { strayed++ }))
	defer other.Close()
	platform := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL, http.StatusFound)
	}))
	defer platform.Close()
	d := bots.Download{Client: http.DefaultClient, Hosts: []string{"files.slack.com"}, API: platform.URL + "/api/", Header: http.Header{"Authorization": {"Bearer x"}}}
	for _, address := range []string{
		other.URL, platform.URL + "/redirects", "file:///etc/passwd", "http://files.slack.com/x", "https://files.slack.com:444/x",
		"https://files.slack.com.evil.example/x", "https://evil.example/?files.slack.com", "https://files.slack.com@evil.example/x",
		"https://user@files.slack.com/x", "//files.slack.com/x", "http://169.254.169.254/latest/meta-data", "http://localhost/", "", "::",
	} {
		_, err := d.Get(t.Context(), address)
		if _, refused := errors.AsType[*bots.RefusedError](err); !refused {
			t.Errorf("%s: %v", address, err)
		}
	}
	if strayed != 0 {
		t.Errorf("another host was asked %d times", strayed)
	}
}

// TestDownloadsAreBounded: in size, and in how often they are tried.
func TestDownloadsAreBounded(t *testing.T) {
	asked := map[string]int{}
	platform := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked[r.URL.Path]++
		switch {
		case r.URL.Path == "/endless":
			for r.Context().Err() == nil {
				if _, err := w.Write(make([]byte, 1<<20)); err != nil {
					return
				}
			}
		case r.URL.Path == "/later" && asked["/later"] == 1:
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusTooManyRequests)
		case r.URL.Path == "/gone":
			w.WriteHeader(http.StatusNotFound)
		case r.URL.Path == "/hours":
			w.Header().Set("Retry-After", "7200")
			w.WriteHeader(http.StatusTooManyRequests)
		default:
			_, _ = w.Write([]byte("ok"))
		}
	}))
	defer platform.Close()
	d := bots.Download{Client: http.DefaultClient, API: platform.URL}
	if _, err := d.Get(t.Context(), platform.URL+"/endless"); !isTrouble(err) {
		t.Errorf("endless: %v", err)
	}
	if data, err := d.Get(t.Context(), platform.URL+"/later"); err != nil || string(data) != "ok" {
		t.Errorf("later: %s %v", data, err)
	}
	if _, err := d.Get(t.Context(), platform.URL+"/gone"); err == nil || asked["/gone"] != 1 {
		t.Errorf("gone: %v, asked %d times", err, asked["/gone"])
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3e9)
	defer cancel()
	if _, err := d.Get(ctx, platform.URL+"/hours"); err == nil || asked["/hours"] != 1 || ctx.Err() != nil {
		t.Errorf("hours: %v, asked %d times", err, asked["/hours"])
	}
}

func isTrouble(err error) bool {
	_, ok := errors.AsType[*assistant.Trouble](err)
	return ok
}
