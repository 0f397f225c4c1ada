package approvals

import (
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Decides tells whether somebody's yes counts on something that waits. Questions and runs that failed are not decided on.
func Decides(w Who, set assistant.Settings, now time.Time, p assistant.Pending) bool {
	if p.Kind != assistant.PendingPlan && p.Kind != assistant.PendingApproval {
		return false
	}
	return May(w, On{Rule: p.Rule, Settings: set, RequestedBy: p.RequestedBy, ExpiresAt: p.Until, Now: now})
}

// Marked marks what a person may decide on though others asked for it; [assistant.PendingFor] lists it for them.
func Marked(w Who, set assistant.Settings, now time.Time, all []assistant.Pending) []assistant.Pending {
	out := slices.Clone(all)
	for i, p := range out {
		out[i].Decides = Decides(w, set, now, p)
	}
	return out
}
