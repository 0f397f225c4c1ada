package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestAChannelIsNamedWholeBeforeItsEventsStartTasks: a surface that has channels, a space, an id, and neither longer than a platform's.
func TestAChannelIsNamedWholeBeforeItsEventsStartTasks(t *testing.T) {
	l := newLodge(t)
	rule := func(surface, space, id string) (int, string) {
		got := call(t, l.h, "PUT", "/api/channels", `{"surface":"`+surface+`","space":"`+space+`","id":"`+id+`","allowed":true}`)
		return got.Code, got.Body.String()
	}
	for what, c := range map[string][3]string{
		"a surface without channels": {"web", "T1", "C1"}, "no surface": {"", "T1", "C1"}, "no space": {"slack", "", "C1"}, "no id": {"discord", "1", ""},
		"too long": {"slack", "T1", strings.Repeat("C", assistant.HookKeyLimit-1)},
	} {
		if code, said := rule(c[0], c[1], c[2]); code != http.StatusBadRequest || !strings.Contains(said, "It is not said which channel is meant.") {
			t.Errorf("%s: %d %s", what, code, said)
		}
	}
	if all := call(t, l.h, "GET", "/api/channels", "").Body.String(); !strings.Contains(all, `"channels":[]`) {
		t.Errorf("one was kept: %s", all)
	}
	for _, surface := range []string{"slack", "discord"} {
		if code, said := rule(surface, "T1", strings.Repeat("C", assistant.HookKeyLimit-2)); code != http.StatusOK {
			t.Errorf("%s: %d %s", surface, code, said)
		}
	}
}
