package discord_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"hash/fnv"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"golang.org/x/time/rate"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

const digits = "0123456789"

// canned answers every request with the same; without a status there is no network.
type canned struct {
	status int
	header http.Header
	body   []byte
}

func (c *canned) RoundTrip(r *http.Request) (*http.Response, error) {
	if c.status == 0 {
		return nil, errors.New("no network")
	}
	return &http.Response{
		Status: http.StatusText(c.status), StatusCode: c.status, Header: c.header.Clone(), Request: r,
		Body: io.NopCloser(bytes.NewReader(c.body)), ContentLength: int64(len(c.body)), ProtoMajor: 1, ProtoMinor: 1,
	}, nil
}

// oracle holds payloads against the rules, and one of so many against the schema too, which takes a hundred times as long.
type oracle struct {
	rules, schema *fakediscord.Checker
	every         uint32
}

func newOracle(tb testing.TB) oracle {
	tb.Helper()
	rules, err1 := fakediscord.NewChecker("")
	schema, err2 := fakediscord.NewChecker(fakediscord.FindSchema())
	if err := errors.Join(err1, err2); err != nil {
		tb.Fatal(err)
	}
	every := uint32(8)
	if _, fuzz := tb.(*testing.F); fuzz {
		every = 64
	}
	return oracle{rules, schema, every}
}

func (o oracle) check(t *testing.T, route string, raw []byte) {
	t.Helper()
	h := fnv.New32a()
	_, _ = h.Write(raw)
	c := o.rules
	if h.Sum32()%o.every == 0 {
		c = o.schema
	}
	if err := c.Check(route, raw); err != nil {
		t.Errorf("%s: %v\n%s", route, err, raw)
	}
}

// FuzzRequests feeds what Discord has signed over HTTP: it is answered validly or called malformed, and nothing incomplete
// reaches the inbox.
func FuzzRequests(f *testing.F) {
	for _, s := range []string{
		`{"type":1}`, `[]`, ``,
		`{"id":"1","type":3,"token":"t","channel_id":"2","guild_id":"3","member":{"user":{"id":"4"},"roles":["5"]},"data":{"custom_id":"v1:plan:approve:x:1","component_type":2}}`,
		`{"id":"1","type":3,"token":"t","channel_id":"2","user":{"id":"4"},"data":{"custom_id":"v1:ask:opt:x:0:0","component_type":2}}`,
		`{"id":"1","type":3,"token":"t","channel_id":"2","user":{"id":"4"},"data":{"custom_id":"v1:ask:select:x:0","values":["o0"]}}`,
		`{"id":"1","type":3,"token":"t","channel_id":"2","user":{"id":"4"},"data":{"custom_id":"v1:ask:form:x"}}`,
		`{"id":"1","type":3,"token":"t","channel_id":"2","user":{"id":"4"},"data":{"custom_id":"v1:approval:confirm:x"}}`,
		`{"id":"1","type":3,"token":"t","channel_id":"2","user":{"id":"4"},"data":{"custom_id":"v1:thinking:turn:x:9"}}`,
		`{"id":"1","type":3,"token":"t","channel_id":"2","user":{"id":"4"},"data":{"custom_id":"v1:rate:up:x"}}`,
		`{"id":"1","type":5,"token":"t","channel_id":"2","user":{"id":"4"},"data":{"custom_id":"v1:ask:answers:x","components":[{"type":18,"component":{"custom_id":"own:0","value":"x"}},{"component":{"custom_id":"choice:0","values":["o0"]}}]}}`,
		`{"id":"1","type":5,"token":"t","channel_id":"2","user":{"id":"4"},"data":{"custom_id":"v1:about:ask:77","components":[{"component":{"custom_id":"prompt","value":"why?"}}]}}`,
		`{"id":"1","type":2,"token":"t","channel_id":"2","member":{"user":{"id":"4"}},"data":{"name":"ask","options":[{"name":"prompt","value":"hi"},{"name":"agent","value":"hans"}]}}`,
		`{"id":"1","type":2,"token":"t","channel_id":"2","user":{"id":"4"},"data":{"name":"settings","options":[{"name":"code","value":"ACDE-FGHJ"}]}}`,
		`{"id":"1","type":2,"token":"t","channel_id":"2","user":{"id":"4"},"data":{"name":"Ask about this","target_id":"77"}}`,
		`{"id":"1","type":4,"token":"t","channel_id":"2","user":{"id":"4"},"data":{"name":"stop","options":[{"name":"run","value":"Se","focused":true}]}}`,
		`{"id":"1","type":4,"token":"t","channel_id":"2","user":{"id":"4"},"data":{"name":"ask","options":[{"name":"agent","value":"","focused":true}]}}`,
	} {
		f.Add([]byte(s))
	}
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		f.Fatal(err)
	}
	in, now, check := newInbox(), time.Unix(1763600000, 0), newOracle(f)
	in.question = assistant.Clarification{ID: "x", Questions: []assistant.Question{{Key: "k", Text: "?", Options: []assistant.Option{{Label: "v", Value: "v"}}}}}
	in.runs = []assistant.RunView{{Run: assistant.Run{ID: "r1", Title: "Services *x*", Status: assistant.RunRunning}}}
	bot := discord.New(discord.Config{
		Token: "token", ApplicationID: "900", PublicKey: public, Inbox: in, Threads: in, Questions: in, Work: in, HTTPClient: &http.Client{Transport: &canned{}},
		Roster: bots.Always([]assistant.Agent{{ID: assistant.Chief, Name: "Hans", Role: "Leads", Visible: true}}), Tenant: "tenant",
		Pace: discord.Pace{Requests: rate.Inf}, Now: func() time.Time { return now },
	})
	f.Fuzz(func(t *testing.T, body []byte) {
		in.received, in.acts, in.keys = nil, nil, map[string]bool{}
		r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/discord/interactions", bytes.NewReader(body))
		at := strconv.FormatInt(now.Unix(), 10)
		r.Header.Set("X-Signature-Timestamp", at)
		r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(private, append([]byte(at), body...))))
		w := httptest.NewRecorder()
		bot.ServeHTTP(w, r)
		switch w.Code {
		case http.StatusOK:
			check.check(t, "POST callback", w.Body.Bytes())
		case http.StatusBadRequest:
			if len(in.received)+len(in.acts) > 0 {
				t.Errorf("malformed, and taken all the same: %q", body)
			}
		default:
			t.Errorf("status %d for %q", w.Code, body)
		}
		for _, r := range in.received {
			if r.Key == "" || r.ExternalID == "" || r.Text == "" || r.Change == "" || strings.Trim(r.Place.Channel+r.Place.Space+r.From.External, digits) != "" {
				t.Errorf("incomplete: %+v", r)
			}
		}
		for _, a := range in.acts {
			if a.Body == nil || a.Key == "" || a.From.External == "" || strings.Trim(a.From.External, digits) != "" {
				t.Errorf("incomplete: %+v", a)
			}
		}
	})
}

// FuzzSignatures tries to be Discord without its key: nothing is served.
func FuzzSignatures(f *testing.F) {
	f.Add("1763600000", strings.Repeat("00", 64), []byte(`{"type":1}`))
	f.Add("", "", []byte(``))
	f.Add("1763600000", "0g", []byte(`{"type":1}`))
	f.Add("-9223372036854775808", strings.Repeat("ff", 64), []byte(`{"type":1}`))
	public, _, err := ed25519.GenerateKey(nil)
	if err != nil {
		f.Fatal(err)
	}
	in := newInbox()
	bot := discord.New(discord.Config{PublicKey: public, Inbox: in, Threads: in, Now: func() time.Time { return time.Unix(1763600000, 0) }})
	f.Fuzz(func(t *testing.T, at, signature string, body []byte) {
		r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/discord/interactions", bytes.NewReader(body))
		r.Header["X-Signature-Timestamp"], r.Header["X-Signature-Ed25519"] = []string{at}, []string{signature}
		w := httptest.NewRecorder()
		bot.ServeHTTP(w, r)
		if w.Code != http.StatusUnauthorized || len(in.received)+len(in.acts) > 0 {
			t.Errorf("status %d for %q signed %q", w.Code, at, signature)
		}
	})
}

func widthOf(s string) int { return len(utf16.Encode([]rune(s))) }
