package web_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

var hit = regexp.MustCompile(`<a href="(/c/[^"#]*)#(slot-[^"]*)"[^>]*><span class="what">`)

// longTalk is a conversation of some messages of which one alone has a word in it, and the address at which the search shows it.
func longTalk(t *testing.T, w *world, n, at int) (c assistant.ConversationID, path, element string) {
	t.Helper()
	c = w.start("Long")
	for i := range n {
		text := fmt.Sprintf("Message %d.", i+1)
		if i+1 == at {
			text += " The zebra waits."
		}
		w.add(c, assistant.Message{Author: assistant.AuthorUser, Person: w.owner.ID, Kind: assistant.KindMessage, Content: text, Body: assistant.Said{}})
	}
	h := w.surface(t)
	found := hit.FindStringSubmatch(call(t, h, "GET", "/?q=zebra", "", cookie(t, h)).Body.String())
	if found == nil {
		t.Fatal("the search finds nothing")
	}
	return c, strings.ReplaceAll(found[1], "&amp;", "&"), found[2]
}

// TestAHitLandsOnItsMessageWithoutScripts: on the stretch of the conversation that has it, with what stands around it.
func TestAHitLandsOnItsMessageWithoutScripts(t *testing.T) {
	for _, one := range []struct {
		at      int
		earlier bool // than the newest stretch
	}{{1, true}, {40, true}, {180, true}, {201, false}, {250, false}} {
		w := newWorld(t)
		_, path, element := longTalk(t, w, 250, one.at)
		h := w.surface(t)
		page := call(t, h, "GET", path, "", cookie(t, h)).Body.String()
		if strings.Count(page, `<article id="`+element+`"`) != 1 || strings.Contains(page, "Show the newest") != one.earlier || strings.Contains(page, "sse-connect") == one.earlier {
			t.Errorf("message %d at %s#%s: %.1500s", one.at, path, element, page)
		}
		if !strings.Contains(page, fmt.Sprintf("Message %d.", min(one.at+20, 250))) {
			t.Errorf("message %d stands at the end of its page", one.at)
		}
	}
}

// A hit is in sight and marked, in the middle of a long conversation.
func TestAHitIsInSightAndMarked(t *testing.T) {
	w := newWorld(t)
	c, path, element := longTalk(t, w, 250, 40)
	b := openTab(t, w.serve(t), "/c/"+string(c))
	b.await(`document.getElementById("sought")`)
	b.js(`location.href = "` + path + `#` + element + `"`)
	b.await(`(() => {
		const at = document.getElementById("` + element + `")?.getBoundingClientRect();
		return at && at.top > 0 && at.bottom < innerHeight && getComputedStyle(document.getElementById("` + element + `")).outlineStyle === "solid";
	})()`)
}
