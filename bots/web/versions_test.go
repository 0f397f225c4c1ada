package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

// writes adds what the owner writes, as a new version of an earlier message where one is named.
func (w *world) writes(c assistant.ConversationID, text string, of assistant.MessageID) assistant.MessageID {
	return w.add(c, assistant.Message{Author: assistant.AuthorUser, Person: w.owner.ID, Kind: assistant.KindMessage, Content: text, Body: assistant.Said{Replaces: of}}).ID
}

// answers adds what an agent says to a message.
func (w *world) answers(c assistant.ConversationID, to assistant.MessageID, text string) assistant.MessageID {
	return w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Cause: to, Content: text, Body: assistant.Said{}}).ID
}

// inSight are the texts of the slots that the page shows, in its order.
func (b *plainBrowser) inSight() (out []string) {
	for _, s := range b.page.Find("article.slot").EachIter() {
		if _, hidden := s.Attr("hidden"); !hidden {
			out = append(out, strings.TrimSpace(s.Find(".plain, .prose").First().Text()))
		}
	}
	return out
}

func (b *plainBrowser) sees(want ...string) {
	b.t.Helper()
	if diff := cmp.Diff(want, b.inSight()); b.status != http.StatusOK || diff != "" {
		b.t.Errorf("%s: %d, %s", b.at, b.status, diff)
	}
}

// TestOneVersionIsInSightWithoutScripts: the newest, until somebody goes to another one by its links.
func TestOneVersionIsInSightWithoutScripts(t *testing.T) {
	w := newWorld(t)
	c := w.start("Prices")
	first := w.writes(c, "What does it cost?", "")
	w.answers(c, first, "Ten euros.")
	second := w.writes(c, "What does it cost in Toronto?", first)
	w.answers(c, second, "Fifteen dollars.")
	w.writes(c, "Thank you.", "")
	b := withoutScripts(t, w.serve(t))
	b.open("/c/" + string(c))
	b.press("form[action='/login'] button", map[string]string{"token": token})
	newest := []string{"What does it cost in Toronto?", "Fifteen dollars.", "Thank you."}
	b.sees(newest...)
	at := "#slot-said-" + string(second)
	if got := b.page.Find(at + " .versions").Text(); got != "‹2/2" {
		t.Errorf("the versions are %q", got)
	}
	b.follow(at + " [data-version]")
	b.sees("What does it cost?", "Ten euros.", "Thank you.")
	at = "#slot-said-" + string(first)
	if got := b.page.Find(at + " .versions").Text(); got != "1/2›" {
		t.Errorf("the versions are %q", got)
	}
	b.follow(at + " [data-version]")
	b.sees(newest...)
	b.open("/c/" + string(c) + "?at=" + string(first))
	b.sees("What does it cost?", "Ten euros.", "Thank you.")
	b.open("/?q=ten+euros")
	b.follow("#past a")
	if b.page.Find("#"+b.at.Fragment).Length() != 1 {
		t.Errorf("a hit of the search in an earlier version leads to %s, where it is not", b.at)
	}
}

// TestAVersionThatLedToWorkStaysInSight: with what was said before it, whichever version is gone to.
func TestAVersionThatLedToWorkStaysInSight(t *testing.T) {
	w := newWorld(t)
	c := w.start("Prices")
	first := w.writes(c, "Change the price list", "")
	w.answers(c, first, "I shall.")
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.WebEngineer, Kind: assistant.KindMessage, Cause: first, Body: assistant.ApprovalRequested{Approval: assistant.Approval{
		ID: assistant.NewID[assistant.ApprovalID](w.ids), Tool: "update_content_block", Title: assistant.Say("Change the price list"), RequestedBy: w.owner.ID, Hash: "h",
	}}})
	second := w.writes(c, "Who are you?", first)
	w.answers(c, second, "Hans.")
	third := w.writes(c, "Who are you all?", first)
	w.answers(c, third, "The team.")
	b := withoutScripts(t, w.serve(t))
	b.open("/c/" + string(c))
	b.press("form[action='/login'] button", map[string]string{"token": token})
	for _, version := range []assistant.MessageID{"", first, third} {
		b.open("/c/" + string(c) + "?version=" + string(version))
		got := b.inSight()
		if len(got) != 5 || got[0] != "Change the price list" || got[1] != "I shall." || b.page.Find("article.approval:not([hidden])").Length() != 1 {
			t.Errorf("with version %q there is %q", version, got)
		}
	}
	b.open("/c/" + string(c))
	if got := b.inSight(); !cmp.Equal(got[3:], []string{"Who are you all?", "The team."}) {
		t.Errorf("beside it there is %q", got)
	}
}

// TestAMessageIsAskedAgainAndEditedWithoutScripts: each makes a new version, and a form sent twice makes one.
func TestAMessageIsAskedAgainAndEditedWithoutScripts(t *testing.T) {
	w := newWorld(t)
	c := w.start("Prices")
	first := w.writes(c, "What does it cost?", "")
	answer := w.answers(c, first, "Ten euros.")
	b := withoutScripts(t, w.serve(t))
	b.open("/c/" + string(c))
	b.press("form[action='/login'] button", map[string]string{"token": token})
	again := "#slot-said-" + string(answer) + "-again"
	page := *b.page
	b.press(again, nil)
	b.page = &page
	b.press(again, nil)
	b.sees("What does it cost?")
	if got := w.inbound; len(got) != 1 || got[0].Text != "What does it cost?" || got[0].Replaces != first {
		t.Fatalf("heard %+v", got)
	}
	second := w.log[c][2].ID
	b.follow("#slot-said-" + string(second) + " [data-edits]")
	if got := b.page.Find("#text").Text(); got != "What does it cost?" || b.page.Find("#editing[hidden]").Length() != 0 {
		t.Errorf("the box has %q", got)
	}
	b.press("#send", map[string]string{"text": "What does it cost in Toronto?"})
	b.sees("What does it cost in Toronto?")
	if got := w.inbound[1]; got.Text != "What does it cost in Toronto?" || got.Replaces != second {
		t.Errorf("heard %+v", got)
	}
	if b.page.Find("#editing[hidden]").Length() != 1 || b.page.Find(".versions").Last().Text() != "‹3/3" {
		t.Error("what was sent is still being edited, or is not counted")
	}
}

// TestNobodyReplacesWhatIsNotTheirs: by the panel, by the API, by an id that is none; and nobody is offered to.
func TestNobodyReplacesWhatIsNotTheirs(t *testing.T) {
	w := newWorld(t)
	here, elsewhere := w.start("Here"), w.start("Elsewhere")
	theirs := w.add(here, assistant.Message{Author: assistant.AuthorUser, Person: assistant.NewID[assistant.PersonID](w.ids), Kind: assistant.KindMessage, Content: "Ben's words", Body: assistant.Said{}}).ID
	task := w.add(here, assistant.Message{Author: assistant.AuthorUser, Person: w.owner.ID, Kind: assistant.KindMessage, Content: "The task's words", Body: assistant.Said{Background: "b"}}).ID
	other := w.writes(elsewhere, "Mine, and elsewhere", "")
	h := w.surface(t)
	in := cookie(t, h)
	form := func(r *http.Request) { in(r); r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }
	for name, id := range map[string]assistant.MessageID{
		"another person's": theirs, "a background task's": task, "an agent's": w.answers(here, theirs, "An answer"), "of another conversation": other, "nobody's": nobody, "no id": "1",
	} {
		for _, got := range []int{
			call(t, h, "POST", "/panel/messages", "conversation="+string(here)+"&text=hello&replaces="+string(id), form).Code,
			call(t, h, "POST", "/panel/messages", "conversation="+string(here)+"&again="+string(id), form).Code,
			call(t, h, "GET", "/c/"+string(here)+"?edit="+string(id), "", in).Code,
			call(t, h, "POST", "/api/assistant/chat", `{"conversationId":"`+string(here)+`","replaces":"`+string(id)+`","messages":[{"role":"user","content":"hello"}]}`).Code,
		} {
			if got != http.StatusNotFound {
				t.Errorf("%s: %d", name, got)
			}
		}
	}
	if len(w.inbound) != 0 {
		t.Errorf("heard %+v", w.inbound)
	}
	if page := call(t, h, "GET", "/c/"+string(here), "", in).Body.String(); strings.Contains(page, "data-edits") || strings.Contains(page, `name="again"`) {
		t.Error("words of others are offered to be edited, or asked again")
	}
}

// TestAProgramReplacesItsMessage: as the panel does.
func TestAProgramReplacesItsMessage(t *testing.T) {
	w := newWorld(t)
	c := w.start("Prices")
	first := w.writes(c, "What does it cost?", "")
	w.turn = func(m assistant.Message) { w.answers(c, m.ID, "Ten."); w.settle(m.ID, c) }
	got := call(t, w.surface(t), "POST", "/api/assistant/chat", `{"conversationId":"`+string(c)+`","replaces":"`+string(first)+`","messages":[{"role":"user","content":"And in Toronto?"}]}`)
	if got.Code != http.StatusOK || len(w.inbound) != 1 || w.inbound[0].Replaces != first {
		t.Errorf("%d %s, heard %+v", got.Code, got.Body, w.inbound)
	}
}

// TestEveryVersionIsSaved: what is taken away of a conversation says which version is which.
func TestEveryVersionIsSaved(t *testing.T) {
	w := newWorld(t)
	c := w.start("Prices")
	first := w.writes(c, "What does it cost?", "")
	w.answers(c, first, "Ten.")
	w.writes(c, "And in Toronto?", first)
	w.writes(c, "Thank you.", "")
	h := w.surface(t)
	in := cookie(t, h)
	text := call(t, h, "GET", "/panel/conversations/"+string(c)+"/export", "", in).Body.String()
	if strings.Count(text, ", version 1 of 2\n") != 2 || strings.Count(text, ", version 2 of 2\n") != 1 || strings.Count(text, "version") != 3 {
		t.Errorf("saved as\n%s", text)
	}
	var data struct {
		Messages []struct {
			Version  int `json:"version"`
			Versions int `json:"versions"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(call(t, h, "GET", "/panel/conversations/"+string(c)+"/export?as=json", "", in).Body.Bytes(), &data); err != nil {
		t.Fatal(err)
	}
	var versions []int
	for _, m := range data.Messages {
		versions = append(versions, m.Version, m.Versions)
	}
	if diff := cmp.Diff([]int{1, 2, 1, 2, 2, 2, 0, 0}, versions); diff != "" {
		t.Error(diff)
	}
}

// TestAnAnswerStandsAboveWhatItsTurnHasNotHeard: words that come while it is written are not what it answers, unless they were taken up.
func TestAnAnswerStandsAboveWhatItsTurnHasNotHeard(t *testing.T) {
	for name, c := range map[string]struct {
		heard bool
		want  []string
	}{
		"not heard": {false, []string{"What does it cost?", "Ten euros.", "And tomorrow?", "Eleven."}},
		"heard":     {true, []string{"What does it cost?", "And tomorrow?", "Ten euros.", "Eleven."}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			talk := w.start("Prices")
			first := w.writes(talk, "What does it cost?", "")
			second := w.writes(talk, "And tomorrow?", "")
			if c.heard {
				w.add(talk, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindThinking, Cause: first, Content: "read it", Body: assistant.Thought{Phase: assistant.PhaseExecution, Heard: second}})
			}
			w.answers(talk, first, "Ten euros.")
			w.answers(talk, second, "Eleven.")
			b := withoutScripts(t, w.serve(t))
			b.open("/c/" + string(talk))
			b.press("form[action='/login'] button", map[string]string{"token": token})
			b.page.Find("article.thinking").Remove()
			b.sees(c.want...)
		})
	}
}
