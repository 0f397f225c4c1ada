package slack_test

import (
	"context"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack"
)

// links is a tenant in which anybody's code is the same, and it is boss's.
type links struct{ *inbox }

func (links) MakeLinkCode(_ context.Context, _ assistant.TenantID, p assistant.PersonID) (assistant.LinkCode, error) {
	if p != "person-U1" {
		return assistant.LinkCode{}, assistant.ErrNotFound
	}
	return assistant.LinkCode{Code: "ACDEFGHJ"}, nil
}

func (l links) LinkCodeMaker(ctx context.Context, t assistant.TenantID, p assistant.PersonID, code string) (assistant.Person, error) {
	return l.RedeemLinkCode(ctx, t, p, code)
}

func (links) RedeemLinkCode(_ context.Context, _ assistant.TenantID, _ assistant.PersonID, code string) (assistant.Person, error) {
	if code != "acde fghj" {
		return assistant.Person{}, assistant.ErrCode
	}
	return assistant.Person{Name: "Anna <!channel>"}, nil
}

func TestAccountsAreLinkedByCommand(t *testing.T) {
	in := &inbox{keys: map[string]bool{}, known: map[assistant.Place]bool{}}
	fake, _ := fakeAndBot(t, func(c *slack.Config) { c.Inbox, c.Threads, c.Questions, c.Work, c.Links = in, in, in, in, links{in} })
	for _, c := range []struct{ user, text, says string }{
		{"U1", "link", "Your code is ACDE-FGHJ."},
		{"U2", "Link  acde fghj ", "This is a code of Anna &lt;!channel&gt;"},
		{"U2", "Link  acde fghj yes", "you are Anna &lt;!channel&gt; here"},
		{"U2", "link <!channel>", "That code is not valid"},
		{"U2", "link", "could not save"},
	} {
		if got := told(t, fake, c.user, c.text); !strings.Contains(got, c.says) {
			t.Errorf("%s: %s", c.text, got)
		}
	}
	if n := len(fake.Messages("C1")); n != 0 {
		t.Errorf("others see %d messages", n)
	}
	bare, _, _ := withInbox(t)
	if got := told(t, bare, "U1", "link"); !strings.Contains(got, "cannot be linked") {
		t.Error(got)
	}
}
