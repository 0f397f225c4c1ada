package login_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/follow"
	"github.com/aisteam/aisteam/bots/web/login"
)

// others are the verbs of [login.Sessions] that a stream does not use.
type others interface{ login.Sessions }

// kept are the sessions of one browser: as they are, or away.
type kept struct {
	others
	now   assistant.Session
	away  error
	asked int
}

// Session implements [login.Sessions].
func (k *kept) Session(context.Context, assistant.TenantID, string) (assistant.Session, error) {
	k.asked++
	return k.now, k.away
}

// TestAStreamStaysAsLongAsItsSessionDoes: it looks from time to time, ends for whoever else comes to be in the session, and bears storage
// that is away for a while, and no longer.
func TestAStreamStaysAsLongAsItsSessionDoes(t *testing.T) {
	anna := assistant.Person{ID: "anna", Role: assistant.RoleMember}
	for what, c := range map[string]struct {
		after time.Duration
		now   assistant.Session
		away  error
		token string
		want  error
		asked int
	}{
		"at once, nobody looks":           {19 * time.Second, assistant.Session{}, assistant.ErrNotFound, "", nil, 0},
		"as it was":                       {20 * time.Second, assistant.Session{Person: "anna", Role: assistant.RoleMember}, nil, "", nil, 1},
		"another role":                    {20 * time.Second, assistant.Session{Person: "anna", Role: assistant.RoleGuest}, nil, "", follow.ErrChanged, 1},
		"another person of the same role": {20 * time.Second, assistant.Session{Person: "ben", Role: assistant.RoleMember}, nil, "", follow.ErrChanged, 1},
		"ended":                           {20 * time.Second, assistant.Session{}, assistant.ErrNotFound, "", follow.ErrSignedOut, 1},
		"storage is away for a moment":    {59 * time.Second, assistant.Session{}, errors.New("away"), "", nil, 1},
		"storage is away for too long":    {time.Minute, assistant.Session{}, errors.New("away"), "", follow.ErrSignedOut, 1},
		"the token is in no session":      {time.Hour, assistant.Session{}, assistant.ErrNotFound, "the token", nil, 0},
		"another token is none":           {time.Hour, assistant.Session{}, assistant.ErrNotFound, "another token", follow.ErrSignedOut, 1},
	} {
		at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
		k := &kept{now: c.now, away: c.away}
		d := login.New(login.Config{Sessions: k, Now: func() time.Time { return at }, Token: "the token"})
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
		r.Header.Set("Cookie", "aisteam_session=secret")
		if c.token != "" {
			r.Header.Set("Authorization", "Bearer "+c.token)
		}
		stays := d.Stays(r, anna)
		at = at.Add(c.after)
		if stays == nil { // nobody looks
			stays = func() error { return nil }
		}
		if err := stays(); !errors.Is(err, c.want) || k.asked != c.asked {
			t.Errorf("%s: %v, asked %d times", what, err, k.asked)
		}
	}
}
