package web_test

import (
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

// TestThePanelLeadsOnlyWhereModelsMay reads a whole conversation, in which every text holds links, as a browser does.
func TestThePanelLeadsOnlyWhereModelsMay(t *testing.T) {
	w := newWorld(t)
	s := tell(w, " See [your bank](https://evil.example/login), https://evil.example/x, or [the panel](https://panel.example/y).")
	h := w.surface(t, func(c *web.Config) { c.Reached = assistant.PublicAt("https://panel.example") })
	in := cookie(t, h)
	allowed, words := 0, false
	for _, path := range []string{"/c/" + string(s.conversation), "/panel/conversations/" + string(s.conversation) + "/older?before=9999"} {
		got := call(t, h, "GET", path, "", in)
		if got.Code != http.StatusOK {
			t.Fatalf("%s: %d", path, got.Code)
		}
		page := got.Body.String()
		words = words || strings.Contains(page, "your bank (<code>https://evil.example/login</code>)")
		for tokens := html.NewTokenizer(strings.NewReader(page)); tokens.Next() != html.ErrorToken; {
			for _, a := range tokens.Token().Attr {
				if a.Key != "href" {
					continue
				}
				if to, err := url.Parse(a.Val); err != nil || to.Host == "evil.example" {
					t.Errorf("%s leads to %s", path, a.Val)
				}
				if a.Val == "https://panel.example/y" {
					allowed++
				}
			}
		}
	}
	if allowed == 0 || !words {
		t.Errorf("%d links to the allowed host, the other one can be read: %v", allowed, words)
	}
}

// TestTheAPIsStreamsLeadOnlyWhereModelsMay: neither a draft nor what is said for good is told to a program in other words than
// people are shown.
func TestTheAPIsStreamsLeadOnlyWhereModelsMay(t *testing.T) {
	const evil = "See [your bank](https://evil.example/login) or https://evil.example/x and go on "
	w := newWorld(t)
	c := w.start("x")
	server := w.serve(t)
	w.turn = func(m assistant.Message) {
		go func() {
			eventually(t, "a listener", func() bool { return w.listening(m.Conversation) > 0 })
			w.publish(draftNews(m.Conversation, evil))
			eventually(t, "the draft is heard", func() bool { return w.unheard(m.Conversation) == 0 })
			for _, one := range []assistant.Message{
				{Kind: assistant.KindThinking, Body: assistant.Thought{}},
				{Kind: assistant.KindMessage, Body: assistant.Said{}},
				{Kind: assistant.KindStatus, Body: assistant.Routed{}},
			} {
				one.Author, one.Agent, one.Content, one.Cause = assistant.AuthorAssistant, assistant.Chief, evil, m.ID
				w.add(m.Conversation, one)
			}
			w.settle(m.ID, m.Conversation)
		}()
	}
	leads := func(name, told string) {
		t.Helper()
		if strings.Contains(told, "](https://evil") || strings.Contains(strings.ReplaceAll(told, "`https://evil.example/", ""), "https://evil") {
			t.Errorf("%s says %s", name, told)
		}
	}
	for _, accept := range []string{"application/json", "text/event-stream"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/api/assistant/chat",
			strings.NewReader(`{"conversationId":"`+string(c)+`","messages":[{"role":"user","content":"hi"}]}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Accept", accept)
		got, err := server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(got.Body)
		got.Body.Close()
		if err != nil || strings.Count(string(raw), "evil.example") < 4 {
			t.Errorf("%s: %v: %s", accept, err, raw)
		}
		leads(accept, string(raw))
	}
	eventually(t, "nobody listens", func() bool { return w.listening(c) == 0 })
	follow, _ := listen(t, server, "/api/conversations/"+string(c)+"/events")
	eventually(t, "a listener", func() bool { return w.listening(c) > 0 })
	w.publish(draftNews(c, evil))
	for draft := false; !draft; {
		e := follow()
		leads("the event "+e.name, e.data)
		draft = e.name == "draft"
	}
	leads("the history", call(t, w.surface(t), "GET", "/api/conversations/"+string(c)+"/messages", "", func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }).Body.String())
}

// TestThePanelsDraftsLeadOnlyWhereModelsMay: what is still being written stands on the panel for as long as that takes.
func TestThePanelsDraftsLeadOnlyWhereModelsMay(t *testing.T) {
	w := newWorld(t)
	c := w.start("x")
	server := w.serve(t)
	var session string
	h := w.surface(t)
	call(t, h, "GET", "/", "", cookie(t, h), func(r *http.Request) { session = r.Header.Get("Cookie") })
	next, _ := listen(t, server, "/panel/conversations/"+string(c)+"/stream?after="+strconv.Itoa(len(w.log[c])), "Cookie", session)
	eventually(t, "a listener", func() bool { return w.listening(c) > 0 })
	w.publish(draftNews(c, "See [your bank](https://evil.example/login) or https://evil.example/x and go on "))
	e := next()
	for e.name != "draft" {
		e = next()
	}
	if strings.Contains(e.data, "<a ") || !strings.Contains(e.data, "<code>https://evil.example/login</code>") {
		t.Errorf("it shows %s", e.data)
	}
}
