package orchestrator

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
)

// commands are words that code alone understands and does: who is called when, who decides for whom, what is always allowed, what waits.
// No model reads them, and they start nothing that would have to be decided on, so they need not wait for who is at work.
type commands struct {
	goings    goings
	hearings  hearings
	channels  channelRules
	standings standings
	named     delegates
	tasks     tasks
	ids       *assistant.IDs
	now       func() time.Time
}

// commandWords is one command: how its words are told from all others, and what is done where they are surely meant.
type commandWords struct {
	read func(text string, said time.Time) bool // from the words alone: nobody has looked yet who says them, and where
	do   func(c *commands, ctx context.Context, t *turn, text string) (done bool, err error)
	task bool // a background task may say it, too
}

// commandsKnown are all of them, in the order in which they are tried.
func commandsKnown() []commandWords {
	return []commandWords{
		{read: readBy(agents.ReadHearing), do: (*commands).hears},
		{read: readBy(agents.ReadLanguage), do: (*commands).speaks},
		{read: toldBy(agents.AsksForDay), do: (*commands).tellsDay, task: true},
		{read: readBy(agents.AboutChannel), do: (*commands).aboutChannel},
		{read: readBy(agents.ChannelStartsTasks), do: (*commands).rulesChannel},
		{read: readBy(agents.ReadZone), do: (*commands).stands},
		{read: func(s string, said time.Time) bool { _, _, ok := background.ReadHush(s, "", said); return ok }, do: (*commands).hushes},
		{read: readBy(agents.ReadStanding), do: (*commands).standsBack},
		{read: readBy(agents.ReadDelegation), do: (*commands).delegates},
		{read: func(s string, _ time.Time) bool { task, ok := background.ReadRunNow(s); return ok && task != "" }, do: (*commands).beginsNamed},
		{read: toldBy(agents.AsksWhatWaits), do: (*commands).tellsWaits},
	}
}

func readBy[T any](read func(string) (T, bool)) func(string, time.Time) bool {
	return func(s string, _ time.Time) bool { _, ok := read(s); return ok }
}

func toldBy(tells func(string) bool) func(string, time.Time) bool {
	return func(s string, _ time.Time) bool { return tells(s) }
}

// take does what the turn's words say where they are surely a command, and answers them; done is false for all others.
func (c *commands) take(ctx context.Context, t *turn, text string) (done bool, err error) {
	byTask := unasked(t.cause().Body)
	for _, known := range commandsKnown() {
		if byTask && !known.task {
			continue
		}
		if done, err = known.do(c, ctx, t, text); done || err != nil {
			return done, err
		}
	}
	return false, nil
}

func (c *commands) tellsDay(ctx context.Context, t *turn, text string) (bool, error) {
	if t.guest() || !agents.AsksForDay(text) {
		return false, nil
	}
	return true, c.tellDay(ctx, t)
}

func (c *commands) aboutChannel(_ context.Context, t *turn, text string) (bool, error) {
	return c.bindsChannel(t, text), nil
}

func (c *commands) tellsWaits(ctx context.Context, t *turn, text string) (bool, error) {
	if t.guest() || !agents.AsksWhatWaits(text) {
		return false, nil
	}
	return true, c.tellWaits(ctx, t)
}

// beginsNamed lets a background task begin that the words name.
func (c *commands) beginsNamed(ctx context.Context, t *turn, text string) (bool, error) {
	return c.runsNow(ctx, t, text, true)
}

// mayCommand tells from a message alone whether it may be a command that is to be done at once, whoever is at work.
func mayCommand(by agents.Vocabulary, m assistant.Message) bool {
	said, ok := m.Body.(assistant.Said)
	how, text := by.Steers(m.Content)
	if !ok || len(said.Files) > 0 || how == assistant.SteeringQueue || how == assistant.SteeringInterrupt || unasked(said) || pressed(said) || strings.TrimSpace(text) == "" {
		return false
	}
	return slices.ContainsFunc(commandsKnown(), func(known commandWords) bool { return known.read(text, m.At) })
}
