package storagetest

import (
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// shortSecrets: what is too short to be hard to guess, or too long to have been made here, opens nothing, though it was kept.
func shortSecrets(_ *testing.T, w *world) {
	for _, odd := range []string{"guessed", strings.Repeat("g", 100)} {
		w.ok(second(w.Invitations.Invite(w.ctx, w.tenant, assistant.Invitation{By: w.owner.ID, Name: "Ada", Role: assistant.RoleAdmin}, odd)))
		w.is(second(w.Invitations.Invited(w.ctx, w.tenant, odd)), assistant.ErrInvitation)
		_, _, err := w.accept(odd, "Ada")
		w.is(err, assistant.ErrInvitation)
		w.ok(second(w.Sessions.KeepSignInCode(w.ctx, w.tenant, w.owner.ID, "", odd)))
		w.is(second(w.Sessions.SignInCode(w.ctx, w.tenant, odd)), assistant.ErrCode)
		w.is(second(w.Sessions.RedeemSignInCode(w.ctx, w.tenant, odd, w.ids.Secret(), assistant.Browser{})), assistant.ErrCode)
		w.ok(second(w.Sessions.StartSession(w.ctx, w.tenant, w.owner.ID, odd, assistant.Browser{})))
		w.is(second(w.Sessions.Session(w.ctx, w.tenant, odd)), assistant.ErrNotFound)
	}
}

// shortTokens: neither does a hook's.
func shortTokens(_ *testing.T, w *world) {
	for _, odd := range []string{"guessed", strings.Repeat("g", 100)} {
		o := w.order(w.ids.New())
		o.Task.Kind, o.Task.Schedule, o.Task.Overlap, o.Task.Due = assistant.BackgroundEvent, "", assistant.OverlapQueue, time.Time{}
		o.Hook = &assistant.HookOrder{Token: assistant.Secret(odd), Rules: assistant.HookRules{Scheme: assistant.HookUnsigned, Minute: 60}}
		w.ok(second(w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)))
		_, _, err := w.Backgrounds.HookOfToken(w.ctx, assistant.Secret(odd))
		w.is(err, assistant.ErrNotFound)
	}
}
