package missed

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

const (
	// Absence is how far back is read: who waited longer has given up on it.
	Absence = 72 * time.Hour
	// NoteEvery is how often it is noted that everything has been heard.
	NoteEvery = 30 * time.Second
)

// Heard tells what was heard before this process began.
type Heard interface {
	// HeardIn returns the messages known of a channel, newest first, as they read by now.
	HeardIn(ctx context.Context, t assistant.TenantID, s assistant.Surface, space, channel string, limit int) ([]assistant.Inbound, error)
	// HeardUntil returns the time up to which everything was heard for certain, or zero if it was never stored.
	HeardUntil(ctx context.Context, t assistant.TenantID, s assistant.Surface) (time.Time, error)
	// MarkHeard notes that time. It never goes back.
	MarkHeard(ctx context.Context, t assistant.TenantID, s assistant.Surface, until time.Time) error
}

// Mark is the time up to which everything is known to have been heard on a surface, whichever process heard it.
type Mark struct {
	Heard   Heard // nil: nothing is noted
	Tenant  assistant.TenantID
	Surface assistant.Surface
	Log     *slog.Logger
}

// Until returns that time, zero where it was never noted.
func (m Mark) Until(ctx context.Context) (time.Time, error) {
	if m.Heard == nil {
		return time.Time{}, nil
	}
	until, err := m.Heard.HeardUntil(ctx, m.Tenant, m.Surface)
	if err != nil {
		return time.Time{}, fmt.Errorf("recall until when it was heard: %w", err)
	}
	return until, nil
}

// Note notes it. Not being able to costs a longer reading back later, and is in the log.
func (m Mark) Note(ctx context.Context, until time.Time) {
	if m.Heard == nil || until.IsZero() {
		return
	}
	if err := m.Heard.MarkHeard(ctx, m.Tenant, m.Surface, until); err != nil && ctx.Err() == nil {
		m.Log.WarnContext(ctx, "heard, but that is not noted", slog.String("surface", string(m.Surface)), slog.Any("err", err))
	}
}

// Begin notes, where nothing was ever noted, that now everything has been heard: what is said from here on is read back even if the
// process ends before it has taken anything. It is called before anything is listened to.
func (m Mark) Begin(ctx context.Context, now time.Time) {
	until, err := m.Until(ctx)
	switch {
	case err != nil && ctx.Err() == nil:
		m.Log.WarnContext(ctx, "what was heard before is not known", slog.String("surface", string(m.Surface)), slog.Any("err", err))
	case err == nil && until.IsZero():
		m.Note(ctx, now)
	}
}

// Within is t, or when it begins that people still wait for an answer.
func Within(now, t time.Time) time.Time {
	if oldest := now.Add(-Absence); t.Before(oldest) {
		return oldest
	}
	return t
}
