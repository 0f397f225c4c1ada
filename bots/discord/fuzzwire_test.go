package discord_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash/fnv"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
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
		Roster: []assistant.Agent{{ID: assistant.Chief, Name: "Hans", Role: "Leads", Visible: true}}, Tenant: "tenant",
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

// FuzzREST lets Discord, or a proxy before it, answer anything: an error says whether to try again and how long to wait,
// within reason, and tells no token.
func FuzzREST(f *testing.F) {
	limited := `{"message":"You are being rate limited.","retry_after":%s,"global":true}`
	for _, after := range []string{"1.5", "0", "-1", "1e300", "null", `"1"`, "1e9"} {
		f.Add(uint16(429), "", "", "application/json", []byte(strings.Replace(limited, "%s", after, 1)))
	}
	for _, after := range []string{"65", "0.3", "-1", "NaN", "Inf", "1e308", "9223372036854775807", "Wed, 21 Oct 2015 07:28:00 GMT"} {
		f.Add(uint16(429), after, after, "text/html", []byte("<html>error code: 1015</html>"))
	}
	for _, body := range []string{
		`{"id":"1","channel_id":"2","nonce":"n","components":[{"id":536870912},{"id":1e9}]}`, `[{"id":"1","type":0,"components":[{"type":99}]},null]`,
		`{"url":"wss://gateway","shards":-1,"session_start_limit":{"remaining":1,"reset_after":-5,"max_concurrency":0}}`, `{"id":5}`, `<html>`, ``, `[[[[`,
		`{"type":11,"parent_id":"../x","name":"n"}`,
	} {
		f.Add(uint16(200), "1", "0.5", "application/json", []byte(body))
	}
	for _, body := range []string{`{"code":50007,"message":"Cannot send messages to this user"}`, `{"code":40003}`, `{"code":30046}`, `{"code":"x"}`, `oops`} {
		f.Add(uint16(400), "", "", "application/json", []byte(body))
	}
	says := &canned{}
	bot := discord.New(discord.Config{
		Token: "bot-token-secret", HTTPClient: &http.Client{Transport: says}, Pace: discord.Pace{Requests: rate.Inf},
		Now: func() time.Time { return time.Unix(1763600000, 0) },
	})
	f.Fuzz(func(t *testing.T, status uint16, after, reset, kind string, body []byte) {
		says.status, says.body = statusOf(status), body
		says.header = http.Header{
			"Retry-After": {after}, "X-Ratelimit-Reset-After": {reset}, "X-Ratelimit-Remaining": {after}, "X-Ratelimit-Bucket": {kind}, "Content-Type": {kind},
		}
		for _, err := range bot.Ask(context.Background()) {
			if err == nil {
				continue
			}
			if strings.Contains(err.Error(), "bot-token-secret") {
				t.Errorf("the error tells the token: %v", err)
			}
			if later, ok := errors.AsType[*bots.LaterError](err); ok && (later.After <= 0 || later.After > 24*time.Hour) {
				t.Errorf("wait for %s", later.After)
			}
			if len(err.Error()) > 2000 {
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
		}
	})
}

// FuzzCustomIDs reads what a button says, years later or made up: what can be read reads the same when it is written again.
func FuzzCustomIDs(f *testing.F) {
	for _, s := range []string{
		"v1:plan:approve:x:1", "v1:ask:opt:x:0:1", "v2:plan:approve:x:1", "v1:run:stop:", "v1:run:stop:x:-1", "v1:::x", "v1:a:b:c:d:e:f", "v1:plan:approve:x:+1", "",
		"v1:approval:sure:" + strings.Repeat("x", 90),
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, id string) {
		again, acts, ok := discord.ReadID(id)
		if !ok {
			if acts {
				t.Errorf("%q acts", id)
			}
			return
		}
		third, alike, ok := discord.ReadID(again)
		if !ok || third != again || alike != acts {
			t.Errorf("%q becomes %q and then %q", id, again, third)
		}
	})
}

// FuzzReadback posts an answer and reads it back as Discord tells of it later, with the nonce and without: its messages are
// known, each in its place, and others' are not.
func FuzzReadback(f *testing.F) {
	f.Add("hello", "nonce", "other")
	f.Add(strings.Repeat("words and words. ", 600), strings.Repeat("n", 24), strings.Repeat("n", 25))
	f.Add("x", "", " ")
	f.Add("x", "\x00\xff", "0")
	bot := discord.New(discord.Config{})
	f.Fuzz(func(t *testing.T, text, nonce, other string) {
		all, err := bot.Payloads(bots.AnswerCard{Text: text}, nonce)
		if err != nil {
			t.Fatal(err)
		}
		clipped := bots.Clip(nonce, 25)
		for i, raw := range all {
			var m map[string]json.RawMessage
			if err := json.Unmarshal(raw, &m); err != nil {
				t.Fatal(err)
			}
			delete(m, "nonce") // Discord keeps it for a while only
			later, err := json.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			number, of, ok := discord.Recognise(later, nonce)
			if strings.TrimSpace(clipped) != "" && (!ok || number != i+1 || of != len(all)) {
				t.Errorf("part %d of %d is read back as %d of %d, %v", i+1, len(all), number, of, ok)
			}
			if _, _, ok := discord.Recognise(later, other+"!"); ok && bots.Clip(other+"!", 24) != bots.Clip(nonce, 24) {
				t.Errorf("%q is taken for %q", other+"!", nonce)
			}
		}
		_, _, _ = discord.Recognise([]byte(text), nonce)
	})
}

// FuzzMarkdown draws whatever a model writes: messages that Discord takes, in which nothing pages anybody.
func FuzzMarkdown(f *testing.F) {
	for _, s := range []string{
		"**a** `b`", "```\nx", "> - 1. x\n\n| a |\n|-|", "<@1> [x](y)", strings.Repeat("[", 200), "\xff\x00", strings.Repeat("👩‍👩‍👧", 700),
		strings.Repeat("e\u0301", 2100), strings.Repeat("\u202e\u200b", 2000), strings.Repeat("a", 4001), "# @everyone <@&5> <#6>",
	} {
		f.Add(s)
	}
	bot, check := discord.New(discord.Config{PublicURL: "https://panel.example"}), newOracle(f)
	f.Fuzz(func(t *testing.T, s string) {
		all, err := bot.Payloads(bots.AnswerCard{Text: s, Conversation: "c", Message: "m"}, "n")
		if err != nil || len(all) == 0 || len(all) > 8 {
			t.Fatalf("%d messages, %v", len(all), err)
		}
		for _, raw := range all {
			check.check(t, "POST channels/messages", raw)
		}
	})
}

// FuzzForms opens forms about whatever somebody has written: Discord takes them.
func FuzzForms(f *testing.F) {
	for _, s := range []string{"", "Which?", strings.Repeat("👩‍👩‍👧", 60), strings.Repeat("e\u0301", 120), "\u202e\u200b", "\x00\xff", strings.Repeat("<&>\"\\", 50)} {
		f.Add(s, s, uint8(3))
	}
	check := newOracle(f)
	f.Fuzz(func(t *testing.T, text, option string, n uint8) {
		q := assistant.Clarification{ID: "0195d7c0-0000-7000-8000-000000000000", Intro: text}
		for i := range int(n) % 9 {
			one := assistant.Question{Key: text, Text: option, Reason: text, Free: i%2 == 0}
			for j := range i * 5 {
				one.Options = append(one.Options, assistant.Option{Label: option, Value: text + strconv.Itoa(j), Description: option})
			}
			if i%3 == 0 {
				one.Default = option
			}
			q.Questions = append(q.Questions, one)
		}
		for _, raw := range discord.Forms(q) {
			check.check(t, "POST callback", raw)
			if err := checkForm(raw); err != nil {
				t.Error(err)
			}
		}
	})
}

// checkForm holds a form against the limits of lengths, which otherwise only the schema knows.
func checkForm(raw []byte) error {
	type choice struct{ Label, Value, Description string }
	var answer struct {
		Data struct {
			Title, CustomID string
			Components      []struct {
				Label, Description string
				Component          struct {
					CustomID string `json:"custom_id"`
					Options  []choice
				}
			}
		}
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return err
	}
	for _, c := range answer.Data.Components {
		if w := widthOf(c.Label); w < 1 || w > 45 || widthOf(c.Description) > 100 || widthOf(c.Component.CustomID) > 100 || len(c.Component.Options) > 25 {
			return errors.New("a label: " + string(raw))
		}
		values := map[string]bool{}
		for _, o := range c.Component.Options {
			if w := widthOf(o.Label); w < 1 || w > 100 || o.Value == "" || widthOf(o.Value) > 100 || widthOf(o.Description) > 100 || values[o.Value] {
				return errors.New("an option: " + string(raw))
			}
			values[o.Value] = true
		}
	}
	return nil
}

func widthOf(s string) int { return len(utf16.Encode([]rune(s))) }

// FuzzText takes foreign words out and in: within their bound, and paging nobody.
func FuzzText(f *testing.F) {
	for _, s := range []string{"a <@1> *b*", "@everyone", "https://x.example/a_b", "# -x\n- +", ":smile:", "\xff\u202e\u200d", "<:a:1><t:1:R>", strings.Repeat("😀", 30)} {
		f.Add(s, uint8(40))
	}
	f.Fuzz(func(t *testing.T, s string, n uint8) {
		limit := int(n) + 10
		out := discord.Esc(s, limit)
		if widthOf(out) > limit {
			t.Errorf("%q at %d is %q", s, limit, out)
		}
		for _, force := range []string{"@everyone", "@here"} {
			if strings.Contains(out, force) {
				t.Errorf("%q is alive in %q", force, out)
			}
		}
		for i := range len(out) {
			if out[i] == '<' && (i == 0 || out[i-1] != '\\') {
				t.Errorf("%q may mention", out)
			}
		}
		_ = discord.Spoken(s, "900")
	})
}

// examples are the bodies in the folder of platform examples, where it is there.
func examples() [][]byte {
	file := fakediscord.FindSchema()
	if file == "" {
		return nil
	}
	names, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "..", "examples", "discord", "*.json"))
	var out [][]byte
	for _, name := range names {
		if raw, err := os.ReadFile(name); err == nil {
			out = append(out, raw)
		}
	}
	return out
}

// statusOf makes a status of HTTP of any number.
func statusOf(n uint16) int {
	if n >= 100 && n < 600 {
		return int(n)
	}
	return int(n)%500 + 100
}
