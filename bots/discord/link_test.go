package discord_test

import (
	"context"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord"
)

type links struct{ *inbox }

func (links) MakeLinkCode(context.Context, assistant.TenantID, assistant.PersonID) (assistant.LinkCode, error) {
	return assistant.LinkCode{Code: "ACDEFGHJ"}, nil
}

func (l links) LinkCodeMaker(ctx context.Context, t assistant.TenantID, p assistant.PersonID, code string) (assistant.Person, error) {
	return l.RedeemLinkCode(ctx, t, p, code)
}

func (links) RedeemLinkCode(_ context.Context, _ assistant.TenantID, _ assistant.PersonID, code string) (assistant.Person, error) {
	if code != "acde-fghj" {
		return assistant.Person{}, assistant.ErrCode
	}
	return assistant.Person{Name: "Anna @everyone"}, nil
}

func TestAccountsAreLinkedInTheSettings(t *testing.T) {
	in := newInbox()
	fake, _ := fakeAndBot(t, func(c *discord.Config) {
		in.use(c)
		c.Links = links{in}
	})
	option := func(kind int, name string, value any) map[string]any {
		return map[string]any{"type": kind, "name": name, "value": value}
	}
	for _, c := range []struct {
		says    string
		options []any
	}{
		{"Your code is ACDE-FGHJ", []any{option(5, "link", true)}},
		{"This is a code of Anna", []any{option(3, "code", "acde-fghj")}},
		{"you are Anna", []any{option(3, "code", "acde-fghj yes")}},
		{"you are Anna", []any{option(5, "link", true), option(3, "code", "acde-fghj yes")}},
		{"That code is not valid", []any{option(3, "code", "garbage")}},
		{"You are **Anna**", []any{option(5, "link", false)}},
		{"You are **Anna**", []any{option(5, "link", "no boolean")}},
	} {
		a, err := fake.Interact(t.Context(), 2, text, anna, map[string]any{"id": "1", "name": "settings", "type": 1, "options": c.options}, nil)
		if err != nil || !strings.Contains(a.Note(), c.says) || !strings.Contains(string(a.Data), `"flags":68`) || strings.Contains(a.Note(), "Anna @everyone") {
			t.Errorf("%v: %s, %v", c.options, a.Data, err)
		}
	}
	clean(t, fake)
}
