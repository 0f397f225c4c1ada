package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/internal/cardkit"
)

// A card without a template of its kind would take the whole page with it.
func TestThePanelDrawsEveryBodyInEveryStatus(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	in := cookie(t, h)
	for _, l := range cardkit.Logs("words", 2) {
		c := w.start(l.Name)
		for _, m := range l.Messages {
			w.add(c, m)
		}
		_, shown := l.Card()
		page := call(t, h, http.MethodGet, "/c/"+string(c), "", in)
		if drawn := strings.Count(page.Body.String(), `<article id="slot-`); page.Code != http.StatusOK || shown != (drawn == 1) {
			t.Errorf("%s: %d with %d cards, and it shows one: %t", l.Name, page.Code, drawn, shown)
		}
	}
}
