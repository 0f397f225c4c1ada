package panel

import (
	"context"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	cardview "github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
	waitwords "github.com/aisteam/aisteam/wording/waits"
)

const (
	toldShown = 20
	toldRunes = 240 // of its words; the rest stands in its conversation
)

// Notices lists what people were told outside its conversation, or asked not to be told anywhere.
type Notices interface {
	Notices(ctx context.Context, t assistant.TenantID, id assistant.PersonID, limit int) ([]assistant.Notice, error)
}

// toldLine is a notice in the viewer's inbox.
type toldLine struct{ assistant.Notice }

// Kind says what kind of thing it is.
func (l toldLine) Kind(in wording.Words) string { return waitwords.ToldAs(in, l.Topic) }

// Element is the card's, on its conversation's page.
func (l toldLine) Element() string { return cardview.Element(assistant.SlotOf(l.Message)) }

// Words are the first of it.
func (l toldLine) Words(in wording.Words) string {
	said := []rune(strings.Join(strings.Fields(in.Tell(l.Message.Says())), " "))
	if len(said) > toldRunes {
		return string(said[:toldRunes]) + "…"
	}
	return string(said)
}

func (i *inbox) toldLines(ctx context.Context) (out []toldLine, err error) {
	if i.told == nil {
		return nil, nil
	}
	all, err := i.told.Notices(ctx, i.owner.Tenant.ID, i.owner.Person.ID, toldShown)
	zone := i.owner.Zone(ctx)
	for _, n := range all {
		n.Message.At = n.Message.At.In(zone)
		out = append(out, toldLine{n})
	}
	return out, err
}
