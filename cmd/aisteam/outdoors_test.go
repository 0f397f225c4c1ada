package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/aisteam/aisteam/executor/connect/dial"
)

// roadsVar names who knows names for the tools of a child, instead of the system's.
const roadsVar = "AISTEAM_TEST_NAMES"

// outdoors lets a child's tools go to where the test says that the internet is.
func outdoors(h hooks) hooks {
	names := os.Getenv(roadsVar)
	if names == "" {
		return h
	}
	h.roads = dial.Config{
		Control: func(string, string, syscall.RawConn) error { return nil },
		Resolver: &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "udp", names)
		}},
	}
	return h
}

// internet is the outside as seen by its servers: which names were looked up, and what was requested.
type internet struct {
	names net.PacketConn
	web   *httptest.Server
	port  string

	mu     sync.Mutex
	looked []string
	asked  []string
}

func newInternet(t *testing.T) *internet {
	t.Helper()
	i := &internet{}
	i.web = httptest.NewServer(i)
	t.Cleanup(i.web.Close)
	_, i.port, _ = net.SplitHostPort(i.web.Listener.Addr().String())
	var err error
	if i.names, err = (&net.ListenConfig{}).ListenPacket(t.Context(), "udp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	var done sync.WaitGroup
	done.Go(i.tell)
	t.Cleanup(func() {
		_ = i.names.Close()
		done.Wait()
	})
	return i
}

// env is how a child is on it.
func (i *internet) env() string { return roadsVar + "=" + i.names.LocalAddr().String() }

// ServeHTTP implements [http.Handler].
func (i *internet) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	i.asked = append(i.asked, r.Method+" http://"+r.Host+r.URL.RequestURI())
	i.mu.Unlock()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, "<!doctype html><title>Somebody else's page</title><h1>Hello</h1>")
}

// tell answers for every name that it is here, and keeps which ones were asked for.
func (i *internet) tell() {
	raw := make([]byte, 4096)
	for {
		n, from, err := i.names.ReadFrom(raw)
		if err != nil {
			return
		}
		var q dnsmessage.Message
		if q.Unpack(raw[:n]) != nil || len(q.Questions) == 0 {
			continue
		}
		one := q.Questions[0]
		i.mu.Lock()
		i.looked = append(i.looked, strings.TrimSuffix(one.Name.String(), "."))
		i.mu.Unlock()
		q.Response, q.Authoritative, q.RecursionAvailable, q.Additionals = true, true, true, nil
		if one.Type == dnsmessage.TypeA {
			q.Answers = []dnsmessage.Resource{{
				Header: dnsmessage.ResourceHeader{Name: one.Name, Type: one.Type, Class: one.Class, TTL: 1}, Body: &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}},
			}}
		}
		if out, err := q.Pack(); err == nil {
			_, _ = i.names.WriteTo(out, from)
		}
	}
}

// seen is all that came, each once, but for what the registries of domains are called.
func (i *internet) seen() (looked, asked []string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	had := map[string]bool{}
	for _, name := range i.looked {
		if !had[name] && name != "data.iana.org" {
			had[name] = true
			looked = append(looked, name)
		}
	}
	for _, one := range i.asked {
		if !had[one] {
			had[one] = true
			asked = append(asked, one)
		}
	}
	return looked, asked
}
