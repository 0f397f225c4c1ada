package bots

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Unproven says in the log why requests are refused that a platform may have sent: from outside, a clock that is off or a wrong
// secret looks as if the platform told nothing. Anybody may send such requests, so each reason is said once in a while only. It is
// safe for concurrent use.
type Unproven struct {
	Log *slog.Logger
	Now func() time.Time

	mu   sync.Mutex
	told map[string]time.Time
}

const unprovenAgain = 10 * time.Minute

// Dated says that a request was dated by so much otherwise than this machine's clock says.
func (u *Unproven) Dated(ctx context.Context, s assistant.Surface, at time.Time) {
	const why = "request refused, it is dated otherwise than this machine's clock says: if that goes on, set the clock"
	if u.again(why) {
		u.Log.WarnContext(ctx, why, slog.String("surface", string(s)), slog.Duration("ahead", u.Now().Sub(at).Round(time.Second)))
	}
}

// Signed says that a request was signed with another secret, or another key, than the one that is configured.
func (u *Unproven) Signed(ctx context.Context, s assistant.Surface, setting string) {
	const why = "request refused, it is not signed for this app: if that goes on, compare the setting with the app's page"
	if u.again(why) {
		u.Log.WarnContext(ctx, why, slog.String("surface", string(s)), slog.String("setting", setting))
	}
}

func (u *Unproven) again(why string) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	now := u.Now()
	if at, said := u.told[why]; said && now.Sub(at) < unprovenAgain {
		return false
	}
	if u.told == nil {
		u.told = map[string]time.Time{}
	}
	u.told[why] = now
	return true
}
