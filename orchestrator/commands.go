package orchestrator

import (
	"context"
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

// take does what the turn's words say where they are surely a command, and answers them; done is false for all others.
func (c *commands) take(ctx context.Context, t *turn, text string) (done bool, err error) {
	if done, err = c.hears(ctx, t, text); done || err != nil {
		return done, err
	}
	if done, err = c.speaks(ctx, t, text); done || err != nil {
		return done, err
	}
	if !t.guest() && agents.AsksForDay(text) {
		return true, c.tellDay(ctx, t)
	}
	if unasked(t.cause().Body) {
		return false, nil
	}
	if c.bindsChannel(t, text) {
		return true, nil
	}
	for _, try := range []func(context.Context, *turn, string) (bool, error){c.rulesChannel, c.stands, c.hushes, c.standsBack, c.delegates, c.beginsNamed} {
		if done, err = try(ctx, t, text); done || err != nil {
			return done, err
		}
	}
	if !t.guest() && agents.AsksWhatWaits(text) {
		return true, c.tellWaits(ctx, t)
	}
	return false, nil
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
	for _, reads := range []func(string) bool{
		agents.AsksForDay, agents.AsksWhatWaits,
		func(s string) bool { _, ok := agents.ReadHearing(s); return ok },
		func(s string) bool { _, ok := agents.ReadLanguage(s); return ok },
		func(s string) bool { _, ok := agents.ReadZone(s); return ok },
		func(s string) bool { _, ok := agents.AboutChannel(s); return ok },
		func(s string) bool { _, ok := agents.ChannelStartsTasks(s); return ok },
		func(s string) bool { _, _, ok := background.ReadHush(s, "", m.At); return ok },
		func(s string) bool { _, ok := agents.ReadStanding(s); return ok },
		func(s string) bool { _, ok := agents.ReadDelegation(s); return ok },
		func(s string) bool { task, ok := background.ReadRunNow(s); return ok && task != "" },
	} {
		if reads(text) {
			return true
		}
	}
	return false
}
