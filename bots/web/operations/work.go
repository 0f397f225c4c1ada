package operations

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Works lists runs: those in a person's conversations, or all if no person is named.
type Works interface {
	Work(ctx context.Context, t assistant.TenantID, who assistant.PersonID, wanted assistant.RunsWanted, limit int) ([]assistant.RunLoad, error)
}

const workListed = 50 // runs

// Work is the page of what the team works on, as far as the viewer may see it.
type Work struct {
	Kept  Works // nil: there is no page
	Waits pages.Waits
	Owner *owner.Owner
	Pages *pages.Pages
	Now   func() time.Time
}

type workView struct {
	pages.View
	reader
	awaited

	Wanted assistant.RunsWanted
	Runs   []assistant.RunLoad
	Asked  []pages.Waiting // plans and questions, of which no run has come yet: those that wait the longest
	Beyond int             // so many more
	More   bool            // there are more runs
}

// Routes are the page's own.
func (p *Work) Routes() map[string]request.Endpoint {
	if p.Kept == nil {
		return nil
	}
	return map[string]request.Endpoint{"GET /work": p.show}
}

func (p *Work) show(w http.ResponseWriter, r *http.Request) error {
	wanted := assistant.RunsWanted(r.URL.Query().Get("runs"))
	if !slices.ContainsFunc(workChoices(), func(c choice) bool { return c.Wanted == wanted }) {
		wanted = assistant.RunsOngoing
	}
	runs, err := p.Kept.Work(r.Context(), p.Owner.Tenant.ID, p.Owner.SeesOnly(), wanted, workListed+1)
	if err != nil {
		return err
	}
	waits, shown, err := p.Waits.Whole(r.Context())
	if err != nil {
		return err
	}
	v := workView{
		View: p.Pages.ViewWith(pages.ListedWaits(shown), "Work"), reader: reader{In: p.Pages.Words(), at: p.Now(), zone: p.Owner.Zone(r.Context())},
		Wanted: wanted, Runs: runs[:min(len(runs), workListed)], More: len(runs) > workListed,
	}
	if wanted == assistant.RunsOngoing || wanted == assistant.RunsWaiting {
		v.Asked = slices.DeleteFunc(slices.Clone(shown), func(one pages.Waiting) bool {
			return one.Kind != assistant.PendingPlan && one.Kind != assistant.PendingQuestion
		})
		listed := min(len(v.Asked), workListed)
		v.Asked, v.Beyond = v.Asked[:listed], len(v.Asked)-listed
	}
	if v.awaited, err = await(r.Context(), p.Waits, waits, v.Runs, v.Asked); err != nil {
		return err
	}
	p.Pages.Render(w, http.StatusOK, "work", v)
	return nil
}

// workChoices are the filters of the page.
func workChoices() []choice {
	return []choice{
		{assistant.RunsOngoing, assistant.Say("Under way")}, {assistant.RunsWaiting, assistant.Say("Waiting for a decision")}, {assistant.RunsEnded, assistant.Say("Ended")}, {assistant.RunsFailed, assistant.Say("Failed")}, {assistant.RunsAll, assistant.Say("All")},
	}
}

// Choices are the filters.
func (workView) Choices() []choice { return workChoices() }

// Path is the page that presses return to.
func (workView) Path() string { return "work" }
