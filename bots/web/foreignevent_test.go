package web_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// TestAnEventOfAForeignHookIsNoneOfOnesOwn: whoever has a hook reads, sends and learns by it of none that came to somebody else's.
func TestAnEventOfAForeignHookIsNoneOfOnesOwn(t *testing.T) {
	l := newLodge(t)
	apart, _ := l.join("Mia", assistant.RoleMember)
	ida, as := l.join("Ida", assistant.RoleMember)
	room := l.furnished(apart.ID)
	said := l.says(ida, "", "the opening hours")
	own, err := l.db.Backgrounds.MakeBackground(t.Context(), l.w.tenant.ID, assistant.BackgroundOrder{Key: "own", Task: assistant.BackgroundTask{
		Owner: ida.ID, Conversation: said.Conversation, Kind: assistant.BackgroundEvent, Title: "hers", Prompt: "hers", Zone: "Europe/Berlin", Overlap: assistant.OverlapSkip,
	}, Hook: &assistant.HookOrder{Rules: assistant.HookRules{Scheme: assistant.HookUnsigned, Window: 10 * time.Second, Minute: 600}}})
	l.ok(err)
	hook, err := l.db.Backgrounds.MintHookToken(t.Context(), l.w.tenant.ID, ida.ID, own.ID, "her hook's token", "", 0)
	l.ok(err)
	event, err := l.db.Backgrounds.TakeEvent(t.Context(), l.w.tenant.ID, assistant.HookEvent{Hook: hook.ID, Key: "hers", Kind: "push", Payload: `{}`, Size: 2}, hook.Revision)
	l.ok(err)
	send := func(id string) attempt {
		return attempt{method: http.MethodPost, of: func(string) (string, string) {
			return "/api/tasks/" + string(own.ID) + "/hook/events/" + id + "/send", ""
		}}
	}
	if got := l.attempted(send(string(event.ID)), as, ""); got.Code == http.StatusNotFound {
		t.Fatalf("her own: %d %s", got.Code, got.Body)
	}
	before, foreign := l.state(room), room.ids["event"]
	got, want := l.attempted(send(foreign), as, ""), l.attempted(send(beside(foreign)), as, "")
	if got.Code != http.StatusNotFound || toldOf(got, foreign) != toldOf(want, beside(foreign)) {
		t.Errorf("she learns of it: %s", differs(toldOf(got, foreign), toldOf(want, beside(foreign))))
	}
	if l.state(room) != before {
		t.Error("something has become of it")
	}
}
