package slack_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack"
)

// canned answers every request with the same.
type canned struct {
	status int
	header http.Header
	body   []byte
	asked  int
}

func (c *canned) RoundTrip(r *http.Request) (*http.Response, error) {
	c.asked++
	return &http.Response{
		Status: http.StatusText(c.status), StatusCode: c.status, Header: c.header.Clone(), Request: r,
		Body: io.NopCloser(bytes.NewReader(c.body)), ContentLength: int64(len(c.body)), ProtoMajor: 1, ProtoMinor: 1,
	}, nil
}

// backlog has heard one message.
type backlog struct{}

func (backlog) Served(context.Context, int) ([]assistant.Served, error) { return nil, nil }

func (backlog) NewestHeardIn(context.Context, assistant.TenantID, assistant.Surface, string, int) ([]assistant.Inbound, error) {
	return []assistant.Inbound{{Place: place("1763600000.000100"), ExternalID: "C1/1763600000.000100"}}, nil
}

func (backlog) HeardIn(context.Context, assistant.TenantID, assistant.Surface, string, string, int) ([]assistant.Inbound, error) {
	return []assistant.Inbound{{Place: place("1763600000.000100"), ExternalID: "C1/1763600000.000100", Text: "hi", Change: assistant.ChangeSaid, Person: "p"}}, nil
}

func (backlog) HeardUntil(context.Context, assistant.TenantID, assistant.Surface) (time.Time, error) {
	return time.Unix(1763600000, 0), nil
}

func (backlog) MarkHeard(context.Context, assistant.TenantID, assistant.Surface, time.Time) error {
	return nil
}

// FuzzWebAPI lets Slack answer anything, in status, headers and body, to whatever it is asked: an error says whether to try
// again and how long to wait, within reason; what is read back is complete; nothing hangs or panics.
func FuzzWebAPI(f *testing.F) {
	thread := `{"ok":true,"messages":[{"type":"message","user":"U1","ts":"1763600001.000100","thread_ts":"1763600000.000100","text":"and <@UBOT> this","files":[{"name":"a","size":1}]},` +
		`{"type":"message","user":"UBOT","bot_id":"B1","ts":"1763600002.000100","metadata":{"event_type":"aisteam","event_payload":{"nonce":"n","part":1,"of":2}},"blocks":[{"type":"rich_text","elements":[{}]}]}],"has_more":true,"response_metadata":{"next_cursor":"c"}}`
	for _, s := range []string{
		thread, `{"ok":true,"channels":[{"id":"C2"},{"id":"D2","is_im":true,"user":"U1"},{"id":5},null],"response_metadata":{"next_cursor":""}}`,
		`{"ok":true,"channels":[{"id":"C2"}],"messages":[{"type":"message","subtype":"tombstone","user":"USLACKBOT","ts":"1763600000.000100","thread_ts":"1763600000.000100"},{"user":"U1","ts":"1763600000.000100","edited":{"ts":"x"}}]}`,
		`{"ok":false,"error":"missing_scope","needed":"im:read"}`, `{"ok":true,"channel":"C1","ts":"1763600002.000100"}`, `{"ok":true,"ts":5}`, `{"ok":false,"error":"ratelimited"}`, `{"ok":false,"error":"internal_error"}`,
		`{"ok":false,"error":"thread_not_found"}`, `{"ok":true,"user_id":"U","team_id":"T","bot_id":"B"}`, `{"ok":true,"messages":[{"blocks":[{"type":"section"},{"type":"table","rows":[[null]]}]}]}`,
		`{"ok":true,"usergroups":[{"id":"S1","users":["U1"]}],"user":{"id":"U1","tz":"Europe/Kyiv"}}`, `null`, `<html>`, ``, `{"ok":true,"messages":[null]}`,
	} {
		f.Add(uint16(200), "", []byte(s))
	}
	for _, example := range examples() {
		f.Add(uint16(200), "", append(append([]byte(`{"ok":true,"messages":[`), example...), "]}"...))
	}
	for _, after := range []string{"30", "0", "-1", "9223372036854775807", "1e9", "99999999", "NaN", "Wed, 21 Oct 2015 07:28:00 GMT", ""} {
		f.Add(uint16(429), after, []byte(`{"ok":false,"error":"ratelimited"}`))
	}
	f.Add(uint16(503), "1", []byte("upstream"))
	f.Add(uint16(401), "", []byte("who?"))
	f.Add(uint16(404), "", []byte("nope"))
	says, in := &canned{}, &inbox{}
	now := time.Unix(1763600003, 0)
	bot := slack.New(slack.Config{
		Token: "xoxb-secret", Space: "T1", Inbox: in, Threads: in, Questions: in, Work: in, Backlog: backlog{}, HTTPClient: &http.Client{Transport: says},
		Pace: slack.Pace{Posts: 1e9, PostBurst: 1e9, ReadBackEvery: 1}, Now: func() time.Time { return now },
	})
	says.status, says.body = http.StatusOK, []byte(`{"ok":true,"user_id":"UBOT","bot_id":"B1","team_id":"T1"}`)
	if err := bot.Identify(context.Background()); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, status uint16, after string, body []byte) {
		now = now.Add(2 * time.Hour) // whatever was put off is over
		in.received, in.keys, in.known = nil, map[string]bool{}, map[assistant.Place]bool{}
		says.status, says.body, says.header = statusOf(status), body, http.Header{"Retry-After": {after}}
		_, err := bot.Post(context.Background(), place("1763600000.000100"), bots.AnswerCard{Status: true, Text: "hi"}, "n")
		reasonable(t, err)
		now = now.Add(2 * time.Hour)
		_, _, err = bot.Find(context.Background(), place("1763600000.000100"), "n")
		reasonable(t, err)
		_, later := errors.AsType[*bots.LaterError](err)
		if later || says.status == http.StatusTooManyRequests || strings.Contains(string(body), "rate") {
			return // reading back would sit the wait out
		}
		now = now.Add(2 * time.Hour)
		bot.CatchUp(context.Background())
		for _, r := range in.received {
			if r.Key == "" || r.Place.Channel == "" || r.Place.Thread == "" || r.From.External == "" && r.Person == "" || r.ExternalID == "" || r.Change == "" {
				t.Errorf("incomplete: %+v", r)
			}
		}
	})
}

// reasonable fails where an error tells the token, or to wait for ever or not at all.
func reasonable(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		return
	}
	if strings.Contains(err.Error(), "xoxb-secret") {
		t.Errorf("the error tells the token: %v", err)
	}
	if later, ok := errors.AsType[*bots.LaterError](err); ok && (later.After <= 0 || later.After > time.Hour) {
		t.Errorf("wait for %s", later.After)
	}
}

// widthOf is a text's length in UTF-16 units, counted by the library.
func widthOf(s string) int { return len(utf16.Encode([]rune(s))) }

// checkView holds a form against the limits in Slack's documents; every test of a form also holds it against the schema.
func checkView(raw []byte) error {
	var v struct {
		Title, Submit, Close struct{ Text string }
		Private              string `json:"private_metadata"`
		Callback             string `json:"callback_id"`
		Blocks               []json.RawMessage
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		return fmt.Errorf("read form: %w", err)
	}
	switch {
	case v.Title.Text == "" || widthOf(v.Title.Text) > 24 || widthOf(v.Submit.Text) > 24 || widthOf(v.Close.Text) > 24:
		return fmt.Errorf("title %q", v.Title.Text)
	case utf8.RuneCountInString(v.Private) > 3000:
		return fmt.Errorf("%d characters of private metadata", utf8.RuneCountInString(v.Private))
	case len(v.Callback) > 255:
		return fmt.Errorf("callback id %q", v.Callback)
	case len(v.Blocks) == 0 || len(v.Blocks) > 100:
		return fmt.Errorf("%d blocks", len(v.Blocks))
	case len(raw) > 250_000:
		return fmt.Errorf("%d bytes", len(raw))
	}
	for _, b := range v.Blocks {
		if err := checkInput(b); err != nil {
			return err
		}
	}
	return nil
}

type labelled struct {
	Text struct{ Text string }
}

func checkInput(raw json.RawMessage) error {
	var b struct {
		Type    string
		Text    struct{ Text string }
		Label   struct{ Text string }
		Hint    *struct{ Text string }
		ID      string `json:"block_id"`
		Element struct {
			Options []struct {
				labelled

				Value       string
				Description *struct{ Text string }
			}
		}
	}
	if err := json.Unmarshal(raw, &b); err != nil {
		return fmt.Errorf("read block: %w", err)
	}
	switch {
	case b.Type == "section" && (b.Text.Text == "" || widthOf(b.Text.Text) > 3000):
		return fmt.Errorf("a section of %d", widthOf(b.Text.Text))
	case b.Type == "input" && (strings.TrimSpace(b.Label.Text) == "" || widthOf(b.Label.Text) > 2000 || len(b.ID) > 255):
		return fmt.Errorf("a label %q", b.Label.Text)
	case b.Hint != nil && (b.Hint.Text == "" || widthOf(b.Hint.Text) > 2000):
		return fmt.Errorf("a hint of %d", widthOf(b.Hint.Text))
	}
	for _, o := range b.Element.Options {
		if o.Text.Text == "" || widthOf(o.Text.Text) > 75 || o.Value == "" || widthOf(o.Value) > 75 || o.Description != nil && (o.Description.Text == "" || widthOf(o.Description.Text) > 75) {
			return fmt.Errorf("an option %+v", o)
		}
	}
	return nil
}

// statusOf makes a status of HTTP of any number.
func statusOf(n uint16) int {
	if n >= 100 && n < 600 {
		return int(n)
	}
	return int(n)%500 + 100
}
