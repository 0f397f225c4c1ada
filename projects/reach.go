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

// reachWithin bounds how long an address, and a secret, is tried before it is kept.
const reachWithin = 10 * time.Second

// UnreachedError says that nothing answers at an address, or that a secret does not open what is there, so that nothing was kept. Whoever
// gave it may keep it all the same, by [Change.Anyway].
type UnreachedError struct{ Wrong *assistant.FieldError }

// Error implements error.
func (e *UnreachedError) Error() string { return e.Wrong.Error() }

// Unwrap returns what is wrong, and with which setting.
func (e *UnreachedError) Unwrap() error { return e.Wrong }

// reached tests what a change gives anew: whether anything answers at an address, and whether a secret works there. For a person
// who may not change settings it requests nothing.
func (e *Editor) reached(ctx context.Context, by assistant.Actor, was, next assistant.Project, secrets assistant.Secrets, c Change) error {
	if c.Anyway || e.admins == nil {
		return nil
	}
	for _, kind := range slices.Sorted(maps.Keys(c.Connect)) {
		f, _ := e.form(kind)
		before, _ := was.Connected(kind)
		now, connected := next.Connected(kind)
		i := slices.IndexFunc(f.Fields, func(f assistant.FormField) bool { return f.Kind == assistant.FieldAddress && f.Binds })
		if !connected || f.Reach == nil {
			continue // nothing outside is reached by it
		}
		moved := i >= 0 && now.Config[f.Fields[i].Key] != before.Config[f.Fields[i].Key]
		opens := f.Test != nil && secrets[kind] != ""
		if !moved && !opens {
			continue
		}
		if err := e.admins.AdminOnly(ctx, next.Tenant, by); err != nil {
			return err
		}
		asks := tools.ConnectionTest{Project: next, Connection: now, Secret: secrets[kind]}
		if moved {
			if err := reach(ctx, f, asks, SettingOf(kind, f.Fields[i].Key)); err != nil {
				return err
			}
		}
		if opens {
			if err := opened(ctx, f, asks); err != nil {
				return err
			}
		}
	}
	return nil
}

// reach looks whether anything answers at an address.
func reach(ctx context.Context, f tools.ConnectionForm, asks tools.ConnectionTest, at string) error {
	ctx, cancel := context.WithTimeout(ctx, reachWithin)
	defer cancel()
	asks.Secret = "" // it is for what answers there
	return unreached(f.Reach(ctx, asks), f, asks, at)
}

// opened looks whether a secret opens what is there.
func opened(ctx context.Context, f tools.ConnectionForm, asks tools.ConnectionTest) error {
	ctx, cancel := context.WithTimeout(ctx, reachWithin)
	defer cancel()
	_, err := f.Test(ctx, asks)
	i := slices.IndexFunc(f.Fields, func(f assistant.FormField) bool { return f.Kind == assistant.FieldSecret })
	return unreached(err, f, asks, SettingOf(f.Kind, f.Fields[max(0, i)].Key))
}

// unreached turns the result of the test into words for the person who gave the setting.
func unreached(err error, f tools.ConnectionForm, asks tools.ConnectionTest, at string) error {
	if trouble, told := errors.AsType[*assistant.Trouble](err); told {
		return &UnreachedError{&assistant.FieldError{Key: at, Message: trouble.Problem.Message}}
	}
	if err != nil {
		return fmt.Errorf("try %s of project %s: %w", f.Kind, asks.Project.ID, err)
	}
	return nil
}
