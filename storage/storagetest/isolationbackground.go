package storagetest

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// strangersChange tries to change a background task as a stranger.
func (w *world) strangersChange(other assistant.TenantID, b assistant.BackgroundTask) {
	w.t.Helper()
	w.is(second(w.Backgrounds.ChangeBackground(w.ctx, other, w.owner.ID, b.ID, assistant.BackgroundCancel, time.Time{})), assistant.ErrNotFound)
	w.is(second(w.Backgrounds.RewriteBackground(w.ctx, other, w.owner.ID, b.ID, assistant.BackgroundRewrite{Was: b.Reading(), Wanted: b})), assistant.ErrNotFound)
	w.is(second(w.Backgrounds.BackgroundCosts(w.ctx, other, b.Prompt)), assistant.ErrNotFound)
}
