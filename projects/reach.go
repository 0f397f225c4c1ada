package projects

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// reachWithin bounds how long an address is waited for before it is kept.
const reachWithin = 10 * time.Second

// UnreachedError says that nothing answers at an address, so that nothing was kept. Whoever gave it may keep it all the same, by
// [Change.Anyway].
type UnreachedError struct{ Wrong *assistant.FieldError }

// Error implements error.
func (e *UnreachedError) Error() string { return e.Wrong.Error() }

// Unwrap gives what is wrong, and with which setting.
func (e *UnreachedError) Unwrap() error { return e.Wrong }

// reached tries the addresses that a change gives anew. Nothing is asked for in the name of somebody who may not change settings.
func (e *Editor) reached(ctx context.Context, by assistant.Actor, was, next assistant.Project, c Change) error {
	if c.Anyway || e.admins == nil {
		return nil
	}
	for _, kind := range slices.Sorted(maps.Keys(c.Connect)) {
		f, _ := e.form(kind)
		before, _ := was.Connected(kind)
		now, connected := next.Connected(kind)
		i := slices.IndexFunc(f.Fields, func(f assistant.FormField) bool { return f.Kind == assistant.FieldAddress && f.Binds })
		if f.Reach == nil || !connected || i < 0 || now.Config[f.Fields[i].Key] == before.Config[f.Fields[i].Key] {
			continue
		}
		if err := e.admins.AdminOnly(ctx, next.Tenant, by); err != nil {
			return err
		}
		if err := reach(ctx, f, next, now, SettingOf(kind, f.Fields[i].Key)); err != nil {
			return err
		}
	}
	return nil
}

func reach(ctx context.Context, f tools.ConnectionForm, p assistant.Project, c assistant.Connection, at string) error {
	ctx, cancel := context.WithTimeout(ctx, reachWithin)
	defer cancel()
	err := f.Reach(ctx, tools.ConnectionTest{Project: p, Connection: c})
	if trouble, told := errors.AsType[*assistant.Trouble](err); told {
		return &UnreachedError{&assistant.FieldError{Key: at, Message: trouble.Problem.Message}}
	}
	if err != nil {
		return fmt.Errorf("reach %s of project %s: %w", f.Kind, p.ID, err)
	}
	return nil
}
