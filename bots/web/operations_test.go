package web_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

// load is what goes on, as the world has it.
type load struct{ w *world }

func (l load) Workload(_ context.Context, _ assistant.TenantID, by assistant.PersonID, wanted assistant.RunsWanted) (assistant.Workload, error) {
	l.w.mu.Lock()
	defer l.w.mu.Unlock()
	out := assistant.Workload{Now: l.w.now(), Ongoing: 1, Stuck: 1, Today: assistant.DaysSpent{Tokens: 1234567, Micros: 1_500_000}, Runs: l.runs(wanted)}
	if err := l.w.adminOnly(by); err != nil {
		return assistant.Workload{}, err
	}
	if len(l.w.conversations) == 0 {
		return out, l.w.away
	}
	out.Mail = []assistant.MailLoad{{Conversation: l.w.conversations[0].ID, Title: "<i>Waiting</i>", Mail: 2, Since: l.w.now().Add(-3 * time.Hour), Attempt: 2}}
	out.Places = []assistant.PlaceLoad{{Surface: assistant.SurfaceSlack, Behind: 1, Since: l.w.now().Add(-time.Minute)}}
	out.Models = []assistant.ModelLoad{{Provider: "openai", Model: "gpt-5", Calls: 3, Input: 9000, Output: 400, Micros: 20_000, Slowest: 2300 * time.Millisecond}}
	return out, l.w.away
}

func (l load) runs(wanted assistant.RunsWanted) (out []assistant.RunLoad) {
	for _, v := range l.w.runs {
		one := assistant.RunLoad{Run: v.Run, By: "Robin", Tasks: 2, Done: 1, Stuck: v.Run.Status == assistant.RunRunning, Tokens: 1200, Micros: 5}
		if wanted == assistant.RunsFailed && v.Run.Status != assistant.RunFailed || wanted == assistant.RunsOngoing && v.Run.Status != assistant.RunRunning {
			continue
		}
		out = append(out, one)
	}
	return out
}

// busy has a run that is stuck and one that failed.
func busy(w *world) (stuck, failed assistant.RunID) {
	c := w.start("Busy")
	for _, r := range []struct {
		to     *assistant.RunID
		status assistant.RunStatus
		title  string
	}{{&stuck, assistant.RunRunning, "Stuck <b>one</b>"}, {&failed, assistant.RunFailed, "Failed one"}} {
		*r.to = assistant.NewID[assistant.RunID](w.ids)
		w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindStatus, Body: assistant.RunStarted{Run: assistant.Run{
			ID: *r.to, Conversation: c, Title: r.title, Status: r.status, CreatedAt: w.now(), UpdatedAt: w.now().Add(-time.Hour),
		}}})
	}
	return stuck, failed
}

// Work implements [web.Works].
func (l load) Work(_ context.Context, _ assistant.TenantID, _ assistant.PersonID, wanted assistant.RunsWanted, _ int) ([]assistant.RunLoad, error) {
	l.w.mu.Lock()
	defer l.w.mu.Unlock()
	return l.runs(wanted), l.w.away
}

func withLoad(w *world) func(*web.Config) {
	return func(c *web.Config) { c.Load, c.Works = load{w}, load{w} }
}

func TestAnAdminSeesWhatGoesOnAndMendsIt(t *testing.T) {
	w := newWorld(t)
	stuck, failed := busy(w)
	h := w.surface(t, withLoad(w))
	in := cookie(t, h)
	page := call(t, h, "GET", "/operations", "", in).Body.String()
	for _, want := range []string{"Stuck &lt;b&gt;one", "nothing has happened for 1 h", "&lt;i&gt;Waiting", "tried 2 times", "$1.50", "1,234,567 tokens", "gpt-5", "2.3 s", offered(stuck, "stop")} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	_, shown, _ := strings.Cut(page, "<main") // beside it, all that needs somebody is named
	if strings.Contains(shown, "Failed one") || strings.Contains(page, "<b>one") {
		t.Error("the filter is not heeded, or a title is not escaped")
	}
	page = call(t, h, "GET", "/operations?runs=failed", "", in).Body.String()
	if !strings.Contains(page, "Failed one") || strings.Contains(page, "Stuck &lt;b") || !strings.Contains(page, offered(failed, "retry")) {
		t.Error("failed runs are not listed alone, or cannot be tried again")
	}
	for path, want := range map[string]assistant.Body{
		"/panel/runs/" + string(stuck) + "/stop":   assistant.StopRequested{Run: stuck},
		"/panel/runs/" + string(failed) + "/retry": assistant.RetryRequested{Run: failed},
	} {
		code, to, page := fill(t, h, in, path, "to", "operations")
		if code != http.StatusSeeOther || to != "/operations#runs" || w.lastAct(t).Body != want {
			t.Errorf("%s: %d to %q, %+v: %s", path, code, to, w.lastAct(t).Body, page)
		}
	}
	for _, role := range []assistant.Role{assistant.RoleApprover, assistant.RoleMember} {
		theirs := w.as(t, w.join("Somebody", role))
		if got := call(t, h, "GET", "/operations", "", theirs); got.Code != http.StatusForbidden || strings.Contains(got.Body.String(), "gpt-5") {
			t.Errorf("%s: %d", role, got.Code)
		}
		if page := call(t, h, "GET", "/sessions", "", theirs).Body.String(); strings.Contains(page, `href="/operations"`) {
			t.Errorf("%s is shown a way to it", role)
		}
	}
}

// offered is how the page's form for a run says what is to be done with it.
func offered(run assistant.RunID, verb string) string {
	return `<input type="hidden" name="run" value="` + string(run) + `"><input type="hidden" name="decision" value="` + verb + `">`
}

// TestARunIsOfferedWhatItsStateAllows: one that goes on is stopped, one that failed is tried again, and no other is either.
func TestARunIsOfferedWhatItsStateAllows(t *testing.T) {
	w := newWorld(t)
	c := w.start("Busy")
	offers := map[assistant.RunID]string{}
	for status, want := range map[assistant.RunStatus]string{
		assistant.RunPlanning: "stop", assistant.RunRunning: "stop", assistant.RunFailed: "retry", assistant.RunCompleted: "", assistant.RunCancelled: "",
	} {
		id := assistant.NewID[assistant.RunID](w.ids)
		w.runs[id], offers[id] = assistant.RunView{Run: assistant.Run{ID: id, Conversation: c, Title: string(status), Status: status, CreatedAt: w.now(), UpdatedAt: w.now()}}, want
	}
	h := w.surface(t, withLoad(w))
	page := call(t, h, "GET", "/operations?runs=all", "", cookie(t, h)).Body.String()
	for id, want := range offers {
		for _, verb := range []string{"stop", "retry"} {
			if is := strings.Contains(page, offered(id, verb)); is != (verb == want) {
				t.Errorf("one that is %s may be told to %s: %v", w.runs[id].Run.Status, verb, is)
			}
		}
	}
}
