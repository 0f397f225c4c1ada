package receive

import (
	"context"
	"encoding/json"
	"log/slog"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
)

// The options of /settings by which accounts are linked.
const (
	optionLink = "link"
	optionCode = "code"
)

const noteNoLinks = "Accounts cannot be linked here."

func linkOptions() []commandOption {
	const boolean, text = 5, 3
	return []commandOption{
		{Type: boolean, Name: optionLink, Description: "Get a code that links another account of yours to this one"},
		{Type: text, Name: optionCode, Description: "Enter the code that you got with your other account", MaxLength: 32},
	}
}

// links reads an option of /settings. It leaves others alone.
func (r *request) links(option string, value json.RawMessage) {
	if r.command != commandSettings {
		return
	}
	var wanted bool
	var code string
	switch {
	case option == optionLink && json.Unmarshal(value, &wanted) == nil && wanted:
		r.note(optionLink, "yes")
	case option == optionCode && json.Unmarshal(value, &code) == nil:
		r.note(optionCode, code)
	}
}

func (r *request) note(option, value string) {
	if r.fields == nil {
		r.fields = map[string]string{}
	}
	r.fields[option] = value
}

// linking tells whether /settings was used to link accounts.
func (r *request) linking() bool { return r.fields[optionLink] != "" || r.fields[optionCode] != "" }

// link gives the person a code, or takes one; see [bots.Link].
func (s *slash) link(ctx context.Context, r request) reply {
	if s.Links == nil {
		return whisper(noteNoLinks, bots.AckRefused)
	}
	note, done, err := bots.Link(ctx, s.Links, s.Tenant, r.from.identity(), r.fields[optionCode])
	if err != nil {
		s.Log.ErrorContext(ctx, "discord accounts not linked", slog.Any("err", err))
		return whisper(noteAgain, bots.AckUnavailable)
	}
	outcome := bots.AckRefused
	if done {
		outcome = bots.AckTaken
	}
	return whisper(components.Escape(r.words().Tell(note), components.LimitContent), outcome)
}
