package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/tablekit"
)

// shown is what a fixture has made.
type shown struct {
	shelf

	task, fired assistant.BackgroundTask
	hook        assistant.Hook
	event       assistant.HookEvent
	timer       assistant.Timer // of the task
	events      assistant.Timer // of what the hook was told last
	admin       assistant.Actor
}

// kept is a task that began, one with a hook that was told of something, a channel that may start tasks, and all that can be done with them.
func kept(t *testing.T, w *tablekit.World) tablekit.Kept {
	s := shown{shelf: shelfOf(t, w)}
	all, err := w.Ledger.People.Profiles(t.Context(), w.Tenant, 1) // admins first
	s.ok(err)
	s.admin = assistant.Actor{Person: all[0].ID}
	_, err = s.RuleChannel(t.Context(), w.Tenant, s.admin, assistant.ChannelRule{Channel: channel(), Allowed: true})
	s.ok(err)
	s.hooked("joins", assistant.Watch{Kind: assistant.HappenedJoin, Channel: channel()})
	s.fired = s.made(w.Who, "fired")
	_, err = s.FireBackground(t.Context(), assistant.Firing{Due: s.due(assistant.TimerBackground, s.fired.Conversation), Next: time.Now().Add(time.Hour)})
	s.ok(err)
	s.task = s.made(w.Who, "task")
	s.timer = s.due(assistant.TimerBackground, s.task.Conversation)
	s.hook = s.hooked("hook", assistant.Watch{})
	s.event, err = s.TakeEvent(t.Context(), w.Tenant, s.told("evt_1"), s.hook.Revision)
	s.ok(err)
	s.events = s.due(assistant.TimerHook, s.hook.Conversation)
	return tablekit.Kept{Look: s.look, Verbs: s.verbs()}
}

func (s shown) told(key string) assistant.HookEvent {
	return assistant.HookEvent{Hook: s.hook.ID, Key: key, Kind: "issues", Payload: `{"action":"opened"}`, Size: 19}
}

func (s shown) look() any {
	s.t.Helper()
	ctx, of := s.t.Context(), s.w.Tenant
	all, err := s.Backgrounds(ctx, of, "", 100)
	s.ok(err)
	runs, err := s.BackgroundRuns(ctx, of, s.fired.ID, 10)
	s.ok(err)
	hook, err := s.Hook(ctx, of, s.hook.Task)
	s.ok(err)
	events, err := s.HookEvents(ctx, of, s.hook.Task, 10)
	s.ok(err)
	channels, err := s.EventChannels(ctx, of)
	s.ok(err)
	return []any{all, runs, hook, events, channels, s.due(assistant.TimerHook, s.hook.Conversation)}
}

// verbs are tried by colleagues too where only a task's owner or an admin does them: they are refused in other words.
func (s shown) verbs() map[string]tablekit.Verb {
	out := map[string]tablekit.Verb{}
	for name, try := range map[string]func(context.Context, tablekit.Who) (any, error){
		"MakeBackground": func(ctx context.Context, as tablekit.Who) (any, error) {
			o := s.order(s.w.Who, "task")
			return second(s.MakeBackground(ctx, as.Tenant, o))
		},
		"Background": func(ctx context.Context, as tablekit.Who) (any, error) {
			return second(s.Background(ctx, as.Tenant, s.task.ID))
		},
		"BackgroundByKey": func(ctx context.Context, as tablekit.Who) (any, error) {
			b, _, err := s.BackgroundByKey(ctx, as.Tenant, "task")
			return b.ID, err
		},
		"Backgrounds": func(ctx context.Context, as tablekit.Who) (any, error) {
			return s.Backgrounds(ctx, as.Tenant, s.w.Person, 10)
		},
		"BackgroundCosts": func(ctx context.Context, as tablekit.Who) (any, error) {
			c, err := s.BackgroundCosts(ctx, as.Tenant, s.fired.Prompt)
			return c.Times, err
		},
		"BackgroundRuns": func(ctx context.Context, as tablekit.Who) (any, error) {
			return s.BackgroundRuns(ctx, as.Tenant, s.fired.ID, 10)
		},
		"BackgroundLines": func(ctx context.Context, as tablekit.Who) (any, error) {
			return s.BackgroundLines(ctx, as.Tenant, assistant.BackgroundsWanted{Limit: 10})
		},
		"ChangeBackground": func(ctx context.Context, as tablekit.Who) (any, error) {
			return second(s.ChangeBackground(ctx, as.Tenant, s.w.Person, s.task.ID, assistant.BackgroundCancel, time.Time{}))
		},
		"RewriteBackground": func(ctx context.Context, as tablekit.Who) (any, error) {
			return second(s.RewriteBackground(ctx, as.Tenant, s.w.Person, s.task.ID, assistant.BackgroundRewrite{Was: s.task.Reading(), Wanted: s.fired}))
		},
		"FireBackground": func(ctx context.Context, as tablekit.Who) (any, error) {
			due := s.timer
			due.Tenant = as.Tenant
			got, err := s.FireBackground(ctx, assistant.Firing{Due: due})
			return got.Taken, err
		},
		"HandOver": func(ctx context.Context, as tablekit.Who) (any, error) {
			return second(s.HandOver(ctx, as.Tenant, s.w.Person, s.w.Person, ""))
		},
		"Hook": func(ctx context.Context, as tablekit.Who) (any, error) {
			return second(s.Hook(ctx, as.Tenant, s.hook.Task))
		},
		"HookOfToken": func(ctx context.Context, as tablekit.Who) (any, error) {
			_, secret, err := s.HookOfToken(ctx, "another-token-that-nobody-has-"+assistant.Secret(as.Person))
			return secret, err
		},
		"MintHookToken": func(ctx context.Context, as tablekit.Who) (any, error) {
			return second(s.MintHookToken(ctx, as.Tenant, s.w.Person, s.hook.Task, token+"-2", "", 0))
		},
		"EndHookTokens": func(ctx context.Context, as tablekit.Who) (any, error) {
			return second(s.EndHookTokens(ctx, as.Tenant, s.w.Person, s.hook.Task))
		},
		"ChangeHook": func(ctx context.Context, as tablekit.Who) (any, error) {
			return second(s.ChangeHook(ctx, as.Tenant, s.w.Person, s.hook.Task, assistant.HookRules{Scheme: assistant.HookGitHub}, nil))
		},
		"TakeEvent": func(ctx context.Context, as tablekit.Who) (any, error) {
			return second(s.TakeEvent(ctx, as.Tenant, s.told("evt_2"), s.hook.Revision))
		},
		"TakeEvents": func(ctx context.Context, as tablekit.Who) (any, error) {
			return second(s.TakeEvents(ctx, as.Tenant, s.hook.ID, []assistant.HookEvent{s.told("evt_3")}, s.hook.Revision))
		},
		"FireHook": func(ctx context.Context, as tablekit.Who) (any, error) {
			due := s.events
			due.Tenant = as.Tenant
			got, err := s.FireHook(ctx, due)
			return got.Taken, err
		},
		"NoteEvent": func(ctx context.Context, as tablekit.Who) (any, error) {
			return nil, s.NoteEvent(ctx, as.Tenant, assistant.HookEvent{Hook: s.hook.ID, Outcome: assistant.HookForged})
		},
		"HookEvents": func(ctx context.Context, as tablekit.Who) (any, error) {
			return s.HookEvents(ctx, as.Tenant, s.hook.Task, 10)
		},
		"HookEvent": func(ctx context.Context, as tablekit.Who) (any, error) {
			return second(s.HookEvent(ctx, as.Tenant, s.hook.Task, s.event.ID))
		},
		"LeftChannel": func(ctx context.Context, as tablekit.Who) (any, error) {
			return nil, s.LeftChannel(ctx, as.Tenant, s.admin, channel())
		},
		"RuleChannel": func(ctx context.Context, as tablekit.Who) (any, error) {
			return second(s.RuleChannel(ctx, as.Tenant, s.admin, assistant.ChannelRule{Channel: channel()}))
		},
		"EventChannels": func(ctx context.Context, as tablekit.Who) (any, error) { return s.EventChannels(ctx, as.Tenant) },
		"Watching": func(ctx context.Context, as tablekit.Who) (any, error) {
			return s.Watching(ctx, as.Tenant, assistant.Watch{Kind: assistant.HappenedJoin, Channel: channel()})
		},
	} {
		out[name] = tablekit.Verb{Shared: true, Try: try}
	}
	return out
}

// second is the error alone: what a verb gives beside one says nothing.
func second[T any](_ T, err error) (any, error) {
	if errors.Is(err, assistant.ErrNotAdmin) {
		err = nil
	}
	return nil, err
}
