package web_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

// parked is a load whose runs all wait for a decision.
type parked struct{ load }

func (p parked) Workload(ctx context.Context, t assistant.TenantID, by assistant.PersonID, wanted assistant.RunsWanted) (assistant.Workload, error) {
	out, err := p.load.Workload(ctx, t, by, wanted)
	for i := range out.Runs {
		out.Runs[i].Waits, out.Runs[i].Stuck = true, false
	}
	return out, err
}

func (p parked) Work(ctx context.Context, t assistant.TenantID, _ assistant.PersonID, wanted assistant.RunsWanted, _ int) ([]assistant.RunLoad, error) {
	all, err := p.Workload(ctx, t, p.w.owner.ID, wanted)
	return all.Runs, err
}

// TestWorkThatWaitsSaysForWhomAndSinceWhen, on both pages that list it, by the viewer's clock; put aside, it still waits.
func TestWorkThatWaitsSaysForWhomAndSinceWhen(t *testing.T) {
	w := newWorld(t)
	c := w.start("Busy")
	run := assistant.Run{ID: assistant.NewID[assistant.RunID](w.ids), Conversation: c, Title: "Prices", Status: assistant.RunRunning, RequestedBy: w.owner.ID}
	ask := assistant.Approval{ID: assistant.NewID[assistant.ApprovalID](w.ids), Run: run.ID, Title: assistant.Verbatim("Put it online"), RequestedBy: w.owner.ID, ExpiresAt: w.now().Add(time.Hour)}
	for _, b := range []assistant.Body{assistant.RunStarted{Run: run}, assistant.ApprovalRequested{Approval: ask}} {
		w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindStatus, Body: b})
	}
	h := w.surface(t, func(c *web.Config) { c.Works, c.Load = parked{load{w}}, parked{load{w}} })
	in := cookie(t, h)
	says := func() {
		t.Helper()
		for _, path := range []string{"/work", "/operations"} {
			page := call(t, h, "GET", path, "", in).Body.String()
			_, line, _ := strings.Cut(page, `<li id="run-`+string(run.ID))
			line, _, _ = strings.Cut(line, "</li>")
			if !strings.Contains(line, `<span class="badge warn">waits for you since <time datetime="`+w.now().UTC().Format(time.RFC3339)) || strings.Contains(line, "running") {
				t.Errorf("%s says %s", path, line)
			}
		}
	}
	says()
	if err := w.Defer(t.Context(), w.tenant.ID, w.owner.ID, assistant.Deferral{Waits: assistant.Waits{Kind: assistant.PendingApproval, Ref: string(ask.ID)}, Until: w.now().Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	says()
}
