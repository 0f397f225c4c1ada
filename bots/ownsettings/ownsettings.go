// Package ownsettings is what people set for themselves by forms, wherever they look: the panel, Slack and Discord give the same forms,
// which come from the tools that set the same in words.
package ownsettings

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// Kept gives the settings with what holds now, and sets them.
type Kept interface {
	// Settings are what a person may set, in the order in which they are shown; none for a guest.
	Settings(ctx context.Context, by By) ([]assistant.Setting, error)
	// Set sets one by what was filled in, and says what came of it.
	Set(ctx context.Context, by By, name string, given map[string]string) (assistant.Sentence, error)
}

// By is who sets something, in the language that they read. Key names what they have sent.
type By struct {
	Tenant   assistant.TenantID
	Person   assistant.Person
	Language assistant.Language
	Key      string
}

// People tell who somebody is.
type People interface {
	// PersonFor gives the person behind an account.
	PersonFor(ctx context.Context, t assistant.TenantID, from assistant.Identity) (assistant.Person, error)
}

// Settings are those of people who come with an account of a platform.
type Settings struct {
	Kept   Kept
	People People
}

// Asker is an account whose owner looks, or sends a form.
type Asker struct {
	Tenant assistant.TenantID
	From   assistant.Identity
	In     wording.Words
	Key    string
}

// List gives what the asker may set.
func (s *Settings) List(ctx context.Context, a Asker) ([]assistant.Setting, error) {
	by, err := s.by(ctx, a)
	if err != nil {
		return nil, err
	}
	return s.Kept.Settings(ctx, by)
}

// One is the setting of a name.
func (s *Settings) One(ctx context.Context, a Asker, name string) (assistant.Setting, error) {
	all, err := s.List(ctx, a)
	if err != nil {
		return assistant.Setting{}, err
	}
	i := slices.IndexFunc(all, func(one assistant.Setting) bool { return one.Name == name })
	if i < 0 {
		return assistant.Setting{}, fmt.Errorf("setting %q: %w", name, assistant.ErrNotFound)
	}
	return all[i], nil
}

// Set sets one, and says what came of it in the asker's words.
func (s *Settings) Set(ctx context.Context, a Asker, name string, given map[string]string) (string, error) {
	by, err := s.by(ctx, a)
	if err != nil {
		return "", err
	}
	said, err := s.Kept.Set(ctx, by, name, given)
	return a.In.Tell(said), err
}

func (s *Settings) by(ctx context.Context, a Asker) (By, error) {
	p, err := s.People.PersonFor(ctx, a.Tenant, a.From)
	if err != nil {
		return By{}, fmt.Errorf("find person: %w", err)
	}
	return By{Tenant: a.Tenant, Person: p, Language: a.In.Language(), Key: a.Key}, nil
}

// FieldSetting is the field in which one of the settings is chosen.
const FieldSetting = "setting"

// Choose asks which of the settings is to be changed.
func Choose(all []assistant.Setting, in wording.Words) assistant.Form {
	field := assistant.FormField{Key: FieldSetting, Kind: assistant.FieldChoice, Label: assistant.Say("What would you like to set?"), Required: true}
	for _, one := range all {
		field.Options = append(field.Options, assistant.Option{Value: one.Name, Label: in.Label(one.Label)})
	}
	return assistant.Form{Name: assistant.FormSettings, Title: assistant.Say("Your settings"), Send: assistant.Say("Next"), Fields: []assistant.FormField{field}}
}

// Refused is what to tell about a form that was not taken, and the key of the field that it is about, "" for none; ok is false where the
// error is for operators.
func Refused(err error, in wording.Words) (note, field string, ok bool) {
	if wrong, is := errors.AsType[*assistant.FieldError](err); is {
		return in.Tell(wrong.Message), wrong.Key, true
	}
	if trouble, is := errors.AsType[*assistant.Trouble](err); is {
		return in.Tell(trouble.Problem.Whole()), "", true
	}
	return "", "", false
}
