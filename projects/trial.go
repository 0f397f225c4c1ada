package projects

import (
	"context"
	"errors"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Admins knows who is one.
type Admins interface {
	// AdminOnly is [assistant.ErrNotAdmin] for anybody else.
	AdminOnly(ctx context.Context, t assistant.TenantID, by assistant.Actor) error
}

// trialWithin bounds how long a connection may be tried.
const trialWithin = 25 * time.Second

// Try tries a connection as it would be after a change, of which nothing is kept: it uses the secret that is given, or the one
// that is kept where it was given for the same address. It says what was found; a [*assistant.FieldError] or a [*assistant.Trouble]
// says what to mend.
func (e *Editor) Try(ctx context.Context, by assistant.Actor, p assistant.Project, kind assistant.ConnectionKind, c Change) (found assistant.Sentence, err error) {
	f, ok := e.form(kind)
	if !ok || f.Test == nil || e.admins == nil {
		return found, &assistant.FieldError{Key: string(kind), Message: assistant.Say("There is nothing to try about this connection.")}
	}
	if err := e.admins.AdminOnly(ctx, p.Tenant, by); err != nil {
		return found, err
	}
	next, secrets, err := e.changed(p, c)
	if err != nil {
		return found, err
	}
	connection, ok := next.Connected(kind)
	if !ok {
		return found, &assistant.FieldError{Key: string(kind), Message: assistant.Say("The project is not connected to %s.", f.Says)}
	}
	secret, given := secrets[kind]
	if !given {
		secret, err = e.store.Secret(ctx, p.Tenant, p.ID, kind)
		if err != nil && !errors.Is(err, assistant.ErrNotFound) {
			return found, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, trialWithin)
	defer cancel()
	return f.Test(ctx, tools.ConnectionTest{Project: next, Connection: connection, Secret: secret})
}
