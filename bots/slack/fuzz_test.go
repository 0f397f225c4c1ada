package slack_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// nowhere is a network that is not there.
type nowhere struct{}

func (nowhere) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errors.New("no network")
}

// target is a bot without a network, that bodies are fed to one after the other.
type target struct {
	in  *inbox
	bot *slack.Bot
	now time.Time
}

func newTarget() *target {
	to := &target{in: &inbox{}, now: time.Unix(1763600000, 0)}
	to.bot = slack.New(slack.Config{
		SigningSecret: "secret", Inbox: to.in, Threads: to.in, Questions: to.in, Work: to.in, HTTPClient: &http.Client{Transport: nowhere{}},
		Now: func() time.Time { return to.now },
	})
	return to
}

// clear forgets what was fed before.
func (x *target) clear() {
	x.in.received, x.in.acts = nil, nil
	x.in.keys, x.in.known = map[string]bool{}, map[assistant.Place]bool{}
	x.in.ask = assistant.Clarification{ID: "x", Questions: []assistant.Question{{Key: "k", Options: []assistant.Option{{Value: "v"}}}}}
}

// feed sends a signed body. Whatever it is, it is acknowledged or called malformed, and what is malformed leaves nothing.
func (x *target) feed(t *testing.T, path string, body []byte) *httptest.ResponseRecorder {
	t.Helper()
	x.clear()
	r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, path, bytes.NewReader(body))
	fakeslack.Sign(r.Header, "secret", x.now, body)
	w := httptest.NewRecorder()
	x.bot.ServeHTTP(w, r)
	if w.Code != http.StatusOK && w.Code != http.StatusBadRequest {
		t.Errorf("status %d for %q", w.Code, body)
	}
	if w.Code == http.StatusBadRequest && len(x.in.received)+len(x.in.acts) > 0 {
		t.Errorf("malformed, and taken all the same: %q", body)
	}
	if w.Header().Get("Content-Type") == "application/json" && !json.Valid(w.Body.Bytes()) {
		t.Errorf("answered %q", w.Body)
	}
	x.whole(t)
	return w
}

// whole fails where something incomplete has reached the inbox.
func (x *target) whole(t *testing.T) {
	t.Helper()
	for _, r := range x.in.received {
		if r.Key == "" || r.Place.Channel == "" || r.Place.Thread == "" || r.From.External == "" || r.ExternalID == "" || r.Change == "" {
			t.Errorf("incomplete: %+v", r)
		}
	}
	for _, a := range x.in.acts {
		if a.Body == nil || a.Key == "" || a.From.External == "" {
			t.Errorf("incomplete: %+v", a)
		}
	}
}

// FuzzEvents feeds events: never a panic, and nothing incomplete reaches the inbox.
func FuzzEvents(f *testing.F) {
	for _, s := range []string{
		`{"type":"event_callback","team_id":"T1","event":{"type":"app_mention","channel":"C1","user":"U1","ts":"1.000001","text":"<@UBOT> hi <"}}`,
		`{"type":"event_callback","team_id":"T1","authorizations":[{"user_id":"UBOT","is_bot":true}],"event":{"type":"message","channel_type":"im","channel":"D1","user":"U1","ts":"1763600000.000100","thread_ts":"x","text":"<https://a|b> &amp; <!here>","files":[{}]}}`,
		`{"type":"event_callback","event":{"type":"message","subtype":"message_changed","channel":"C1","message":{"user":"U1","ts":"1","edited":{}},"previous_message":null}}`,
		`{"type":"event_callback","event":{"type":"message","subtype":"message_deleted","channel":"C1","previous_message":{"user":"U1"}}}`,
		`{"type":"event_callback","event":{"type":"message","subtype":"message_changed","channel":"C1","message":{"subtype":"tombstone"},"previous_message":{"user":"U1","ts":"1"}}}`,
		`{"type":"event_callback","event":{"type":"app_home_opened","user":"U1","channel":"D1","tab":"messages"}}`,
		`{"type":"event_callback","event":{"type":"assistant_thread_started","assistant_thread":{"user_id":"U1","channel_id":"D1","thread_ts":"1"}}}`,
		`{"type":"event_callback","event":{"type":"agent_session_stopped","user":"U1","channel":"D1","thread_ts":"1","event_ts":"2"}}`,
		`{"type":"event_callback","event":{"type":"tokens_revoked","tokens":{"bot":["U1"]}}}`,
		`{"type":"event_callback","enterprise_id":"E1","authorizations":[{"enterprise_id":"E1","team_id":null,"is_enterprise_install":true}],"event":{"type":"app_uninstalled"}}`,
		`{"type":"url_verification","challenge":"c"}`, `{"type":"url_verification"}`, `{"type":"app_rate_limited"}`,
	} {
		f.Add([]byte(s))
	}
	to := newTarget()
	f.Fuzz(func(t *testing.T, body []byte) { to.feed(t, "/slack/events", body) })
}

// FuzzInteractions does the same for clicks and forms.
func FuzzInteractions(f *testing.F) {
	for _, s := range []string{
		`payload={"type":"block_actions","team":{"id":"T1"},"user":{"id":"U1"},"actions":[{"action_id":"plan_approve","value":"{\"p\":\"x\",\"v\":1}"}]}`,
		`payload={"type":"block_actions","user":{"id":"U1"},"actions":[{"action_id":"clarify_opt:0","value":"{\"c\":\"x\",\"q\":-1,\"o\":99}"}]}`,
		`payload={"type":"block_actions","user":{"id":"U1"},"actions":[{"action_id":"clarify_select","selected_option":{"value":"{\"c\":\"x\"}"}}]}`,
		`payload={"type":"block_actions","user":{"id":"U1"},"trigger_id":"t","actions":[{"action_id":"clarify_form","value":"{\"c\":\"x\"}"}]}`,
		`payload={"type":"block_actions","user":{"id":"U1"},"actions":[{"action_id":"answer_rate","value":"{\"m\":\"x\",\"g\":true}"}]}`,
		`payload={"type":"view_submission","user":{"id":"U1"},"view":{"callback_id":"answers","private_metadata":"{\"s\":{\"c\":\"x\"}}","state":{"values":{"own:0":{"v":{"value":"a"}}}}}}`,
		`payload={"type":"view_submission","user":{"id":"U1"},"view":{"callback_id":"answers","private_metadata":"{\"s\":{\"c\":\"x\"}}","state":{"values":{"choice:0":{"v":{"selected_option":{"value":"o0"}}}}}}}`,
		`payload={"type":"view_submission","user":{"id":"U1"},"view":{"id":"V","callback_id":"changes","private_metadata":"{\"s\":{\"p\":\"x\",\"v\":2}}"}}`,
		`payload={"type":"view_submission","user":{"id":"U1"},"view":{"id":"V","callback_id":"ask_about","private_metadata":"{\"o\":{\"ch\":\"C\",\"th\":\"1\"},\"b\":{\"ts\":\"1\"}}","state":{"values":{"about":{"v":{"value":"a"}}}}}}`,
		`payload={"type":"message_action","callback_id":"ask_about","trigger_id":"t","user":{"id":"U1"},"channel":{"id":"C1"},"message":{"ts":"1","text":"<>"}}`,
		`payload=%7B`,
	} {
		f.Add([]byte(s))
	}
	to := newTarget()
	f.Fuzz(func(t *testing.T, body []byte) { to.feed(t, "/slack/interactions", body) })
}

// FuzzCommands does the same for `/aisteam …`, which stores nothing where its post cannot be made.
func FuzzCommands(f *testing.F) {
	f.Add([]byte("command=%2Faisteam&text=ask+why&team_id=T1&channel_id=C1&user_id=U1&trigger_id=1"))
	f.Add([]byte("command=%2Faisteam&text=stop&user_id=U1"))
	f.Add([]byte("command=%2Faisteam&text=link+ACDE-FGHJ&user_id=U1"))
	f.Add([]byte("command=x&text=tasks;"))
	to := newTarget()
	f.Fuzz(func(t *testing.T, body []byte) {
		to.feed(t, "/slack/commands", body)
		if len(to.in.received) > 0 {
			t.Errorf("asked without a post: %+v", to.in.received)
		}
	})
}

// FuzzParcels feeds what comes over a socket: an acknowledgement is of its parcel, and small enough for Slack to read.
func FuzzParcels(f *testing.F) {
	for _, s := range []string{
		`{"type":"hello","num_connections":1}`, `{"type":"disconnect","reason":"warning"}`, `[]`, `{"envelope_id":5}`,
		`{"type":"events_api","envelope_id":"e1","payload":{"type":"event_callback","team_id":"T1","event":{"type":"app_mention","channel":"C1","user":"U1","ts":"1.000001","text":"hi"}}}`,
		`{"type":"events_api","envelope_id":"e1","payload":null}`,
		`{"type":"interactive","envelope_id":"e2","accepts_response_payload":true,"payload":{"type":"view_submission","user":{"id":"U1"},"view":{"callback_id":"answers","private_metadata":"{\"s\":{\"c\":\"x\"}}"}}}`,
		`{"type":"slash_commands","envelope_id":"e3","accepts_response_payload":true,"payload":{"command":"/aisteam","text":"help","user_id":"U1","is_enterprise_install":"false"}}`,
		`{"type":"unheard_of","envelope_id":"e4","payload":{}}`,
	} {
		f.Add([]byte(s))
	}
	to := newTarget()
	f.Fuzz(func(t *testing.T, raw []byte) {
		to.clear()
		id, ack, err := to.bot.TakeParcel(context.Background(), raw)
		to.whole(t)
		if err != nil {
			t.Fatal(err)
		}
		if id == "" {
			if ack != nil || len(to.in.received)+len(to.in.acts) > 0 {
				t.Errorf("something without an id was taken: %q", raw)
			}
			return
		}
		var said struct {
			ID string `json:"envelope_id"`
		}
		if json.Unmarshal(ack, &said) != nil || said.ID != id || len(ack) >= 20<<10 {
			t.Errorf("%q is acknowledged by %d bytes: %.200s", id, len(ack), ack)
		}
	})
}

// FuzzSignatures tries to be Slack without the secret: nothing is served.
func FuzzSignatures(f *testing.F) {
	f.Add("1763600000", "v0=", []byte(`{"type":"url_verification","challenge":"c"}`))
	f.Add("-1", "", []byte{})
	f.Add("1763600000.5", "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503", []byte("payload={}"))
	f.Add("9223372036854775807", "v1=\x00", []byte("{}"))
	to := newTarget()
	f.Fuzz(func(t *testing.T, at, signature string, body []byte) {
		to.clear()
		for _, path := range []string{"/slack/events", "/slack/interactions", "/slack/commands"} {
			r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, path, bytes.NewReader(body))
			r.Header["X-Slack-Request-Timestamp"], r.Header["X-Slack-Signature"] = []string{at}, []string{signature}
			w := httptest.NewRecorder()
			to.bot.ServeHTTP(w, r)
			if w.Code != http.StatusUnauthorized || len(to.in.received)+len(to.in.acts) > 0 {
				t.Errorf("%s: status %d for %q signed %q", path, w.Code, at, signature)
			}
		}
	})
}

// FuzzForms opens forms about whatever somebody has written: Slack takes them, and what they carry along comes back.
func FuzzForms(f *testing.F) {
	for _, s := range []string{
		"", "the site is slow", strings.Repeat("<", 1000), strings.Repeat("&\"\\\n", 600), strings.Repeat("👩‍👩‍👧", 500), strings.Repeat("é\u0301", 900),
		"\u202eabc\u200b", strings.Repeat("\x01", 3000), "\xff\x00",
	} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, text, option string) {
		q := assistant.Clarification{ID: "0195d7c0-0000-7000-8000-000000000000", Intro: text, Questions: []assistant.Question{
			{Key: "a", Text: text, Reason: option, Free: true, Options: []assistant.Option{{Label: option, Value: option, Description: text}, {}}},
			{Key: "b", Text: option, Default: text},
		}}
		for i, form := range slack.Forms(q, text) {
			raw, err := json.Marshal(form)
			if err != nil {
				t.Fatal(err)
			}
			if err := checkView(raw); err != nil {
				t.Errorf("form %d: %v", i, err)
			}
			if i != 2 {
				continue
			}
			if channel, thread, ts := slack.AskedAbout(form.PrivateMetadata); channel != "C0123456789" || thread != "1763600000.000100" || ts != thread {
				t.Errorf("%q %q %q come back", channel, thread, ts)
			}
		}
	})
}

// examples are the bodies in the folder of platform examples, where it is there.
func examples() [][]byte {
	file := fakeslack.FindSchema()
	if file == "" {
		return nil
	}
	names, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "..", "examples", "slack", "*.json"))
	var out [][]byte
	for _, name := range names {
		if raw, err := os.ReadFile(name); err == nil {
			out = append(out, raw)
		}
	}
	return out
}

// FuzzCallback comes back from a consent that nobody asked for: nothing is exchanged, nothing is stored, and the page says
// nothing that the address told it to.
func FuzzCallback(f *testing.F) {
	for _, q := range []string{
		"", "state=x&code=y", "error=access_denied", "error=%3Cscript%3E", "state=" + strings.Repeat("A", 75) + "&code=c", "code=c", "state=%ff", "a=;b",
		"error=" + strings.Repeat("e", 61),
	} {
		f.Add(q, "cookie")
	}
	keeps := &keeper{}
	bot := slack.New(slack.Config{
		ClientID: "1.2", ClientSecret: "client-secret", Public: assistant.PublicAt("https://team.example.com"), Installing: keeps,
		HTTPClient: &http.Client{Transport: nowhere{}}, Now: func() time.Time { return time.Unix(1763600000, 0) },
	})
	f.Fuzz(func(t *testing.T, query, browser string) {
		*keeps = keeper{}
		r := httptest.NewRequestWithContext(context.Background(), http.MethodGet, "/slack/oauth/callback", http.NoBody)
		r.URL.RawQuery = query
		r.AddCookie(&http.Cookie{Name: "aisteam_slack_install", Value: browser})
		w := httptest.NewRecorder()
		bot.ServeHTTP(w, r)
		page := w.Body.String()
		if w.Code < 400 || keeps.spent > 0 || len(keeps.saved) > 0 || !strings.Contains(w.Header().Get("Set-Cookie"), "Max-Age=0") {
			t.Errorf("%q is answered %d; %d spent, %d saved", query, w.Code, keeps.spent, len(keeps.saved))
		}
		if strings.Count(page, "<script") > 0 || strings.Count(page, "<a ") != 1 || len(page) > 4000 {
			t.Errorf("%q is shown as %q", query, page)
		}
	})
}

// keeper keeps installs.
type keeper struct {
	spent int
	saved []assistant.Install
}

func (k *keeper) SaveInstall(_ context.Context, in assistant.Install) (assistant.Install, error) {
	k.saved = append(k.saved, in)
	return in, nil
}

func (k *keeper) SpendNonce(context.Context, assistant.TenantID, string, time.Duration) error {
	k.spent++
	return nil
}

// FuzzConsent lets Slack answer anything to the exchange of a code: only what is whole is kept, and no token is shown.
func FuzzConsent(f *testing.F) {
	whole := `{"ok":true,"app_id":"A1","authed_user":{"id":"U1"},"scope":"chat:write,commands","token_type":"bot","access_token":"xoxb-secret","bot_user_id":"UB","team":{"id":"T1","name":"<b>Team"},"enterprise":null,"is_enterprise_install":false}`
	for _, s := range []string{
		whole, strings.Replace(whole, `"T1"`, `""`, 1), strings.Replace(whole, `"token_type":"bot"`, `"token_type":"user"`, 1),
		strings.Replace(whole, `"bot_user_id"`, `"refresh_token":"xoxe-secret","expires_in":43200,"bot_user_id"`, 1),
		strings.Replace(whole, `"bot_user_id"`, `"expires_in":-1,"bot_user_id"`, 1),
		strings.Replace(whole, `"enterprise":null,"is_enterprise_install":false`, `"enterprise":{"id":"E1","name":"Org"},"is_enterprise_install":true`, 1),
		`{"ok":false,"error":"invalid_code"}`, `{"ok":false,"error":"<script>"}`, `<html>`, ``, `[]`,
	} {
		f.Add(uint16(200), []byte(s))
	}
	f.Add(uint16(429), []byte(whole))
	f.Add(uint16(500), []byte(`oops`))
	keeps, says := &keeper{}, &canned{}
	bot := slack.New(slack.Config{
		ClientID: "1.2", ClientSecret: "client-secret", Public: assistant.PublicAt("https://team.example.com"), Installing: keeps,
		HTTPClient: &http.Client{Transport: says}, Now: func() time.Time { return time.Unix(1763600000, 0) },
	})
	begin := httptest.NewRecorder()
	bot.ServeHTTP(begin, httptest.NewRequestWithContext(context.Background(), http.MethodGet, "/slack/install", http.NoBody))
	to, err := url.Parse(begin.Header().Get("Location"))
	if err != nil {
		f.Fatal(err)
	}
	query := url.Values{"state": {to.Query().Get("state")}, "code": {"code"}}.Encode()
	browser := begin.Result().Cookies()[0]
	f.Fuzz(func(t *testing.T, status uint16, body []byte) {
		*keeps = keeper{}
		says.status, says.body = statusOf(status), body
		r := httptest.NewRequestWithContext(context.Background(), http.MethodGet, "/slack/oauth/callback", http.NoBody)
		r.URL.RawQuery = query
		r.AddCookie(&http.Cookie{Name: browser.Name, Value: browser.Value})
		w := httptest.NewRecorder()
		bot.ServeHTTP(w, r)
		if keeps.spent != 1 || (w.Code == http.StatusOK) != (len(keeps.saved) == 1) {
			t.Errorf("status %d with %d spent and %d saved", w.Code, keeps.spent, len(keeps.saved))
		}
		for _, in := range keeps.saved {
			if in.Space() == "" || in.App == "" || in.Tokens.Access == "" || (in.Tokens.Refresh == "") != (in.Tokens.Life <= 0) {
				t.Errorf("kept %+v", in)
			}
			if len(in.Tokens.Access) > 8 && strings.Contains(w.Body.String(), in.Tokens.Access) {
				t.Errorf("the page tells the token: %s", w.Body)
			}
		}
		if page := w.Body.String(); strings.Contains(page, "<script") || strings.Count(page, "<a ") != 1 {
			t.Errorf("shown as %q", page)
		}
	})
}
