package setup

import (
	"context"
	"errors"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

const triedWithin = 15 * time.Second // the person who tries a part waits for it

// Keeper keeps what admins set. Only an admin changes it; storage asks who it is.
type Keeper interface {
	Settings
	SetPart(ctx context.Context, t assistant.TenantID, by assistant.PersonID, s assistant.PartSettings) error
	DropPart(ctx context.Context, t assistant.TenantID, by assistant.PersonID, part assistant.SetupKey) error
}

// Kind describes a part before it runs: its form, its validation and its test.
type Kind interface {
	// Form is what the part asks for, with nothing filled in.
	Form() assistant.Form
	// Fits finds what cannot be, which is a [*assistant.FieldError].
	Fits(set assistant.PartSettings) error
	// Try asks outside whether it works, and says what was found; what is wrong is an [*assistant.Trouble].
	Try(ctx context.Context, set assistant.PartSettings) (assistant.Sentence, error)
}

// Desk is where admins set the parts of the installation. All of its fields are required.
type Desk struct {
	Kept   Keeper
	Source *Source
	Kinds  map[assistant.SetupKey]Kind
	Seals  bool // there is a key that secrets are sealed with
}

// Part returns the settings of a part and the form for them, filled in. It returns [assistant.ErrNotFound] for a part that cannot
// be set.
func (d *Desk) Part(ctx context.Context, t assistant.TenantID, part assistant.SetupKey) (assistant.PartChoice, error) {
	kind, ok := d.Kinds[part]
	if !ok {
		return assistant.PartChoice{}, assistant.ErrNotFound
	}
	if d.Source.Locked(part) {
		return assistant.PartChoice{On: true, Locked: true, Set: assistant.PartSettings{Part: part}}, nil
	}
	set, err := d.Kept.PartSettings(ctx, t, part)
	if err != nil {
		return assistant.PartChoice{}, err
	}
	form := kind.Form().With(set.Given)
	for i, f := range form.Fields {
		form.Fields[i].Kept = f.Kind == assistant.FieldSecret && set.Secrets[f.Key] != ""
	}
	on := set.Set()
	set.Secrets = nil
	return assistant.PartChoice{On: on, Set: set, Form: form, Unsealed: !d.Seals}, nil
}

// TryPart tries the settings filled in, without storing them.
func (d *Desk) TryPart(ctx context.Context, t assistant.TenantID, g assistant.PartGiven) (assistant.Sentence, error) {
	kind, set, err := d.read(ctx, t, g)
	if err != nil {
		return assistant.Sentence{}, err
	}
	return tried(ctx, kind, set)
}

// KeepPart keeps what was filled in once it has passed its test, and it is in force: here at once, on other replicas with their next look.
func (d *Desk) KeepPart(ctx context.Context, t assistant.TenantID, by assistant.PersonID, g assistant.PartGiven) error {
	kind, set, err := d.read(ctx, t, g)
	if err != nil {
		return err
	}
	if len(set.Secrets) > 0 && !d.Seals {
		return assistant.BadInput(assistant.Say("This installation has nothing to seal a key with, so none is kept."), assistant.Say("Whoever runs it sets AISTEAM_SECRET_KEY, made with openssl rand -base64 32, and starts it again."))
	}
	if !g.Anyway {
		if _, err := tried(ctx, kind, set); err != nil {
			return err
		}
	}
	if err := d.Kept.SetPart(ctx, t, by, set); err != nil {
		return err
	}
	_ = d.Source.Refresh(ctx) // else the next look takes it
	return nil
}

// DropPart takes a part away, with its secrets: what serves by it stops. One that is gone already is no error.
func (d *Desk) DropPart(ctx context.Context, t assistant.TenantID, by assistant.PersonID, part assistant.SetupKey) error {
	if _, ok := d.Kinds[part]; !ok || d.Source.Locked(part) {
		return assistant.ErrNotFound
	}
	if err := d.Kept.DropPart(ctx, t, by, part); err != nil && !errors.Is(err, assistant.ErrNotFound) {
		return err
	}
	_ = d.Source.Refresh(ctx) // as above
	return nil
}

// TryGiven tries what the environment configures of a part, if anything.
func (d *Desk) TryGiven(ctx context.Context, part assistant.SetupKey) (assistant.Sentence, error) {
	set, given := d.Source.given(part)
	kind, ok := d.Kinds[part]
	if !given || !ok {
		return assistant.Sentence{}, assistant.ErrNotFound
	}
	return tried(ctx, kind, set)
}

func tried(ctx context.Context, kind Kind, set assistant.PartSettings) (assistant.Sentence, error) {
	ctx, cancel := context.WithTimeout(ctx, triedWithin)
	defer cancel()
	return kind.Try(ctx, set)
}

// read reads the filled-in settings of a part, for a person who may set it. An empty secret means the stored one, unless a field
// that the secrets are bound to has changed since they were given.
func (d *Desk) read(ctx context.Context, t assistant.TenantID, g assistant.PartGiven) (Kind, assistant.PartSettings, error) {
	out := assistant.PartSettings{Part: g.Part, Given: map[string]string{}, Secrets: map[string]assistant.Secret{}}
	kind, ok := d.Kinds[g.Part]
	if !ok || d.Source.Locked(g.Part) {
		return nil, out, assistant.ErrNotFound
	}
	form := kind.Form()
	texts, err := form.Texts(g.Values)
	if err != nil {
		return nil, out, err
	}
	kept, err := d.Kept.PartSettings(ctx, t, g.Part)
	if err != nil {
		return nil, out, err
	}
	moved := false
	for _, f := range form.Fields {
		if f.Kind != assistant.FieldSecret {
			out.Given[f.Key] = texts[f.Key]
			moved = moved || f.Binds && texts[f.Key] != kept.Given[f.Key]
		}
	}
	for _, f := range form.Fields {
		secret := assistant.Secret(texts[f.Key])
		if secret == "" && !moved {
			secret = kept.Secrets[f.Key]
		}
		if f.Kind == assistant.FieldSecret && secret != "" {
			out.Secrets[f.Key] = secret
		}
	}
	return kind, out, kind.Fits(out)
}
