package panel

import (
	"flag"
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	cardview "github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
	"github.com/aisteam/aisteam/internal/cardkit"
	"github.com/aisteam/aisteam/internal/cardpress"
	"github.com/aisteam/aisteam/wording"
)

var update = flag.Bool("update", false, "write the golden files anew")

var blank = regexp.MustCompile(`\s*\n\s*`)

// hashed is by which an address of our own files says which version of them it wants.
var hashed = regexp.MustCompile(`\?v=[0-9a-f]+`)

// drawn is the HTML of a card, a tag a line and without blank lines, which browsers do not show.
func drawn(t *testing.T, p *pages.Pages, c bots.Card) string {
	t.Helper()
	return saying(t, p, c, cardview.Of(c, cardview.Reader{Inert: true}))
}

func saying(t *testing.T, p *pages.Pages, c bots.Card, says cardview.View) string {
	t.Helper()
	v := slotView{Kind: kindOf(c, says)}
	cards := &cards{pages: p}
	err := cards.text(&v, &drawing{
		ID: "slot", Card: c, Says: says, Hosts: []string{"shop.example"}, Zone: time.UTC, Now: cardkit.Noon, Conversation: "conv", In: wording.In(assistant.English),
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(blank.ReplaceAllString(strings.ReplaceAll(hashed.ReplaceAllString(string(v.HTML), ""), "><", ">\n<"), "\n")) + "\n"
}

func drawer(t *testing.T) *pages.Pages {
	t.Helper()
	p, err := pages.New(pages.Config{Errors: request.Errors{Log: slog.New(slog.DiscardHandler)}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestEveryCardAndEveryBodyInEveryStatusIsDrawnAsAgreed(t *testing.T) {
	p, looks := drawer(t), map[string]string{}
	for name, card := range cardkit.Samples("<!channel>") {
		looks["card_"+name] = drawn(t, p, card)
	}
	for _, l := range cardkit.Logs("Words & *more*", 3) {
		if card, ok := l.Card(); ok {
			looks[l.Name] = drawn(t, p, card)
		}
	}
	for name, v := range cardpress.Sections("Words & *more*") {
		looks[name] = saying(t, p, nil, v)
	}
	cardkit.Agreed(t, "panel", looks, *update)
}
