package discord_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/internal/cardkit"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

// within calls a fake without a network and keeps what was sent.
type within struct {
	http.Handler

	mu   sync.Mutex
	sent [][]byte
}

func (w *within) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body == nil {
		r.Body = http.NoBody
	} else {
		raw, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		w.mu.Lock()
		w.sent = append(w.sent, raw)
		w.mu.Unlock()
		r.Body = io.NopCloser(bytes.NewReader(raw))
	}
	out := httptest.NewRecorder()
	w.ServeHTTP(out, r)
	return out.Result(), nil
}

// heedless tells what is wrong with a message: it may page people, or unfurl what somebody wrote.
func heedless(raw []byte) string {
	var m struct {
		Content    *string         `json:"content"`
		Flags      int             `json:"flags"`
		Components json.RawMessage `json:"components"`
		Title      string          `json:"title"` // of a form
		Mentions   *struct {
			Parse []string `json:"parse"`
			Users []string `json:"users"`
			Roles []string `json:"roles"`
		} `json:"allowed_mentions"`
	}
	if json.Unmarshal(raw, &m) != nil || m.Title != "" || m.Content == nil && m.Components == nil {
		return "" // no message
	}
	switch {
	case m.Mentions == nil || m.Mentions.Parse == nil || len(m.Mentions.Parse)+len(m.Mentions.Users)+len(m.Mentions.Roles) > 0:
		return "it may page people"
	case m.Flags&4 == 0 && strings.Contains(string(raw), "://"):
		return "it may unfurl an address"
	default:
		return ""
	}
}

// TestNothingThatIsSentPagesPeopleOrUnfurls looks at everything that the adapter can send.
func TestNothingThatIsSentPagesPeopleOrUnfurls(t *testing.T) {
	t.Parallel() // it mostly waits
	in := newInbox()
	in.places[here()] = true
	in.log = thinks(50)
	in.runs = []assistant.RunView{{Run: assistant.Run{ID: "r1", Title: "@everyone https://evil.example"}}}
	var wire *within
	fake, bot := fakeAndBot(t, func(c *discord.Config) {
		in.use(c)
		c.History, c.Public = in, assistant.PublicAt("https://panel.example")
		wire = &within{}
		c.HTTPClient = &http.Client{Transport: wire}
	})
	wire.Handler = fake.Handler()
	essay, _ := essay()
	file := bots.AnswerCard{Text: "@everyone https://evil.example " + strings.Repeat("long ", 20000)}
	all := []bots.Card{essay, file}
	for _, cs := range []map[string]bots.Card{cards(), cardkit.Large()} {
		for _, c := range cs {
			all = append(all, c)
		}
	}
	var answers [][]byte
	for i, c := range all {
		ref, err := bot.Post(t.Context(), here(), c, "nonce-"+strings.Repeat("x", i%10)+string(rune('a'+i)))
		if err != nil {
			t.Fatal(err)
		}
		if err := bot.Edit(t.Context(), here(), ref, c); err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range fake.Posted(text) {
		for _, action := range m.Actions() {
			a, err := fake.Click(t.Context(), m, anna, action, "")
			if err == nil {
				answers = append(answers, a.Data)
			}
		}
	}
	for _, command := range []string{"ask", "tasks", "stop", "status", "agents", "settings", "other"} {
		a, err := fake.Command(t.Context(), direct, anna, command, "prompt", "@everyone https://evil.example")
		if err != nil {
			t.Fatal(err)
		}
		answers = append(answers, a.Data)
	}
	if len(wire.sent) < 60 || len(answers) < 30 {
		t.Fatalf("only %d messages and %d answers were sent", len(wire.sent), len(answers))
	}
	for _, raw := range append(wire.sent, answers...) {
		if bytes.HasPrefix(raw, []byte("--")) { // with a file
			_, raw, _ = bytes.Cut(raw, []byte("application/json\r\n\r\n"))
			raw, _, _ = bytes.Cut(raw, []byte("\r\n--"))
		}
		if wrong := heedless(raw); wrong != "" {
			t.Errorf("%s: %s", wrong, raw[:min(len(raw), 400)])
		}
	}
	clean(t, fake)
}

func TestModelsLinkOnlyWhereTheyMay(t *testing.T) {
	fake, bot := fakeAndBot(t, func(c *discord.Config) { c.Public = assistant.PublicAt("https://panel.example/") })
	card := bots.AnswerCard{Text: "[Your bank](https://evil.example/x), https://evil.example/y and [panel](https://panel.example/c)"}
	id, err := bot.Post(t.Context(), here(), card, "n")
	if err != nil {
		t.Fatal(err)
	}
	words := shown(t, fake, id).Lines()[0]
	for part := range strings.SplitSeq(words, "`") {
		if strings.Contains(part, "://evil") && !strings.Contains(words, "`"+part+"`") {
			t.Errorf("a foreign link lives: %s", words)
		}
	}
	if !strings.Contains(words, "<https://panel.example/c>") {
		t.Errorf("our own does not: %s", words)
	}
}

func TestWhatCannotBeUndoneIsAskedTwice(t *testing.T) {
	in := newInbox()
	fake, bot := fakeAndBot(t, in.use)
	id, err := bot.Post(t.Context(), here(), cards()["approval_open"], "n")
	if err != nil {
		t.Fatal(err)
	}
	m := shown(t, fake, id)
	if m.Action("v1:approval:approve") != "" {
		t.Error("it is done at one click")
	}
	for _, note := range []string{"Only Bob may.", ""} {
		in.note = note
		before := len(in.acts)
		a, err := fake.Click(t.Context(), m, anna, m.Action("v1:approval:confirm"), "")
		if err != nil || a.Type != 4 || len(in.acts) != before || !strings.Contains(string(a.Data), "This cannot be undone") {
			t.Fatalf("%s, %v after %d acts", a.Data, err, len(in.acts))
		}
		var d struct{ Components json.RawMessage }
		if err := json.Unmarshal(a.Data, &d); err != nil {
			t.Fatal(err)
		}
		ask := fakediscord.Message{Channel: text, Components: d.Components}
		a, err = fake.Click(t.Context(), ask, anna, ask.Action("v1:approval:sure"), "")
		if err != nil || a.Type != 7 || strings.Contains(string(a.Data), "custom_id") {
			t.Errorf("%s, %v", a.Data, err)
		}
		if want := map[string]string{"": "Approved", "Only Bob may.": "Only Bob may"}[note]; !strings.Contains(string(a.Data), want) {
			t.Errorf("the person reads %s", a.Data)
		}
		same(t, assistant.ApprovalDecided{Approval: "02b0", Verdict: assistant.VerdictApproved}, in.lastAct(t).Body)
	}
	clean(t, fake)
}

func TestClosedDirectMessagesAreGivenUpAndHastyOnesPutOff(t *testing.T) {
	at := assistant.Place{Surface: assistant.SurfaceDiscord, Channel: direct}
	for code, wait := range map[string]bool{"50007": false, "40003": true} {
		fake, bot := fakeAndBot(t, nil)
		fake.Fault("POST channels/messages", fakediscord.Fault{
			Status: 403, Body: `{"code":` + code + `,"message":"no"}`, Headers: http.Header{"Content-Type": {"application/json"}},
		})
		_, err := bot.Post(t.Context(), at, words("hello"), "n")
		if isLater(err) != wait || isRefused(err) == wait {
			t.Errorf("%s: %v", code, err)
		}
		if !wait && !strings.Contains(err.Error(), "direct messages are closed") {
			t.Errorf("%s is not clear: %v", code, err)
		}
	}
}

func TestItTypesUntilTheFirstOutputAndForAMinuteAtMost(t *testing.T) {
	for name, answered := range map[string]bool{"answered after 20 s": true, "never answered": false} {
		t.Run(name, func(t *testing.T) {
			fake, _ := fakeAndBot(t, nil)
			synctest.Test(t, func(t *testing.T) {
				in := newInbox()
				key, _ := discord.PublicKey(fake.PublicKey())
				bot := discord.New(discord.Config{
					Token: fake.Token, ApplicationID: fake.Application, PublicKey: key, APIURL: fake.APIURL(), Tenant: "tenant",
					Inbox: in, Threads: in, Questions: in, Work: in, HTTPClient: &http.Client{Transport: &within{Handler: fake.Handler()}},
				})
				fake.Connect(bot)
				ended := make(chan error, 1)
				go func() { ended <- bot.KeepTyping(t.Context()) }()
				if _, err := fake.Command(t.Context(), direct, bob, "ask", "prompt", "Hello"); err != nil {
					t.Fatal(err)
				}
				time.Sleep(20 * time.Second)
				if n := fake.Typing(direct); n != 3 {
					t.Errorf("typed %d times in 20 s", n)
				}
				if answered {
					at := assistant.Place{Surface: assistant.SurfaceDiscord, Channel: direct}
					for i, c := range []bots.Card{bots.AnswerCard{Status: true, Text: "a chip"}, bots.AnswerCard{Text: "done"}} {
						if _, err := bot.Post(t.Context(), at, c, name[:5]+string(rune('a'+i))); err != nil {
							t.Fatal(err)
						}
					}
				}
				time.Sleep(10 * time.Minute)
				if n := fake.Typing(direct); answered && n != 3 || !answered && (n < 7 || n > 9) {
					t.Errorf("typed %d times in all", n)
				}
			})
		})
	}
}
