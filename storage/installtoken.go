package storage

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// StartRotation claims an install's refresh token if its tokens expire within early and nobody else holds the claim. It returns the
// current install either way, so the loser of a race finds in it, sooner or later, what the winner got. A claim outlives its lease
// until somebody takes it over.
func (d Installs) StartRotation(ctx context.Context, in assistant.Install, early, lease time.Duration) (c assistant.InstallClaim, held bool, err error) {
	err = d.in(ctx, mode{tenant: in.Tenant}, func(t *tx) error {
		var row installRow
		c.Token = t.ids.New()
		t.need(assistant.ErrNotFound, row.dests(), `select `+installColumns+` from slack_installs i where `+installKey+` and revoked_at is null :locked`,
			keyOf(in)...)
		took := t.exec(`update slack_installs set claim = $5, claim_until = :after($6) where `+installKey+`
			and refresh_token <> '' and expires_at <= :after($7) and (claim_until is null or claim_until <= :now)`,
			keyOf(in, c.Token, lease, early)...)
		if err := t.flush(ctx); err != nil {
			return err
		}
		held = took.rows > 0
		c.Install, err = row.install(d.ledger)
		return err
	})
	if err != nil {
		return assistant.InstallClaim{}, false, named(err, "start rotation in %s", in.Space())
	}
	return c, held, nil
}

// FinishRotation keeps what the refresh token was exchanged for. [assistant.ErrFenced] says that somebody else held it
// since, or that the install was ended or made anew: what was given then is worth nothing.
func (d Installs) FinishRotation(ctx context.Context, c assistant.InstallClaim, fresh assistant.Tokens) error {
	in := c.Install
	in.Tokens = fresh
	access, refresh := d.sealTokens(in)
	var err error
	if !assistant.ValidID(c.Token) {
		err = assistant.ErrFenced
	}
	if err == nil {
		err = d.in(ctx, mode{tenant: in.Tenant}, func(t *tx) error {
			t.must(assistant.ErrFenced, `update slack_installs set token = $5, refresh_token = $6, expires_at = :after($7),
				token_at = :now, claim = null, claim_until = null where `+installKey+` and claim = $8 and revoked_at is null`,
				keyOf(in, access, refresh, fresh.Life, c.Token)...)
			return nil
		})
	}
	return named(err, "finish rotation in %s", in.Space())
}
