package bots

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Failures records, for the operator, what platforms did not show as intended.
type Failures interface {
	// NoteFailure keeps one; of many, the newest.
	NoteFailure(ctx context.Context, t assistant.TenantID, f assistant.Failure) error
}

// NoteFailure keeps a failure without holding up what it happened to: one that cannot be kept is in the log.
func NoteFailure(ctx context.Context, to Failures, logger *slog.Logger, t assistant.TenantID, f assistant.Failure) {
	if to == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	f.Code = Clip(OneLine(f.Code), 100)
	if err := to.NoteFailure(ctx, t, f); err != nil {
		logger.WarnContext(ctx, "failed delivery not noted", slog.String("tenant", string(t)), slog.Any("err", err))
	}
}

// note keeps that a parcel was not shown as it was meant.
func (b *batch) note(ctx context.Context, p parcel, how Outcome, code string) {
	what, _, _ := strings.Cut(string(p.slot.Slot), ":")
	NoteFailure(ctx, b.Failures, b.Log, b.claim.Tenant, assistant.Failure{
		Place: b.claim.Place, Conversation: b.claim.Conversation, What: what, Outcome: string(how), Code: code,
	})
}
