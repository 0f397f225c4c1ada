package panel

import (
	"cmp"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/click"
	cardview "github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/bots/web/ingest"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// forms takes what people decide, answer and change on cards.
type forms struct {
	ingest  *ingest.Ingest
	history History
	cards   *cards
	waits   *waits
	pages   *pages.Pages
	errors  request.Errors
	owner   *owner.Owner
}

func (f *forms) approval(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.ApprovalID](r, "approval")
	if err != nil {
		return err
	}
	if err := request.Form(r); err != nil {
		return err
	}
	if r.PostFormValue("decision") == "rewritten" {
		out, err := f.ingest.OnApprovalWith(r.Context(), id, r.PostFormValue("hash"), pages.Given(r, assistant.FormArguments))
		return f.shown(w, r, cmp.Or(out.Slot, assistant.Slot("approval:"+id)), out, err)
	}
	body, err := decided(r, cardview.On{Approval: id}, click.AnApproval)
	if err != nil {
		return err
	}
	d, _ := body.(assistant.ApprovalDecided)
	d.Hash = r.PostFormValue("hash")
	out, err := f.ingest.OnApproval(r.Context(), id, d)
	return f.shown(w, r, cmp.Or(out.Slot, assistant.Slot("approval:"+id)), out, err)
}

// together decides all that is open on the card of a run.
func (f *forms) together(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.RunID](r, "run")
	if err != nil {
		return err
	}
	if err := request.Form(r); err != nil {
		return err
	}
	body, err := decided(r, cardview.On{Run: id, Shown: r.PostFormValue("shown")}, click.AllOfARun)
	if err != nil {
		return err
	}
	out, err := f.ingest.OnRun(r.Context(), id, body)
	return f.shown(w, r, out.Slot, out, err)
}

func (f *forms) plan(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.PlanID](r, "plan")
	if err != nil {
		return err
	}
	if err := request.Form(r); err != nil {
		return err
	}
	n, err := version(r.PostFormValue("version"))
	if err != nil {
		return err
	}
	body, err := decided(r, cardview.On{Plan: id, Version: n}, click.APlan)
	if err != nil {
		return err
	}
	d, _ := body.(assistant.PlanDecided)
	if d.Hash = r.PostFormValue("hash"); d.Verdict != assistant.VerdictChanges {
		d.Note = "" // what was begun to be written is not said
	}
	out, err := f.ingest.OnPlan(r.Context(), id, d)
	slot := assistant.SlotOf(assistant.Message{Body: assistant.PlanDecided{Plan: id, Version: n}})
	return f.shown(w, r, slot, out, err)
}

// decided is the note of a decision that a form calls by its word, with what was written beside it.
func decided(r *http.Request, on cardview.On, about click.About) (assistant.Body, error) {
	verb, ok := click.InForm(about, r.PostFormValue("decision"))
	if !ok {
		return nil, request.Malformed(assistant.Say("That is not a decision I know."))
	}
	return verb.With(on, r.PostFormValue("note")), nil
}

// answer takes a clarification's form.
func (f *forms) answer(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.ClarificationID](r, "question")
	if err != nil {
		return err
	}
	if err := request.Form(r); err != nil {
		return err
	}
	out, err := f.ingest.Answer(r.Context(), id, pages.Given(r, assistant.FormAnswers), r.PostFormValue("text"))
	return f.shown(w, r, assistant.Slot("ask:"+id), out, err)
}

func (f *forms) run(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.RunID](r, "run")
	if err != nil {
		return err
	}
	if err := request.Form(r); err != nil {
		return err
	}
	task, err := request.GivenID[assistant.TaskID](r.PostFormValue("task"), "step")
	if err != nil {
		return err
	}
	verb, ok := click.InForm(click.ARun, r.PathValue("verb"))
	if ok && verb.Do == cardview.Undo && task != "" {
		verb, ok = click.InForm(click.ATask, verb.Form)
	}
	if !ok {
		return request.Unknown("page")
	}
	out, err := f.ingest.OnRun(r.Context(), id, verb.Note(cardview.On{Run: id, Task: task}))
	return f.shown(w, r, assistant.Slot("run:"+id), out, err)
}

// shown answers an act with its card as it stands now, or sends a page without script back to it. An act that did not
// take effect also draws the card anew, which shows what came first.
func (f *forms) shown(w http.ResponseWriter, r *http.Request, slot assistant.Slot, out assistant.Outcome, err error) error {
	if !request.ByScript(r) {
		if err == nil {
			to := address(out.Conversation, pages.ElementID(slot))
			if f.cards.apart(r.Context(), out.Conversation) {
				to = "/waiting"
			}
			if r.PostFormValue("to") == "operations" {
				to = "/operations#runs"
			}
			http.Redirect(w, r, to, http.StatusSeeOther)
		}
		return err
	}
	if err != nil && out.Conversation == "" {
		return err
	}
	data := struct {
		Slot    *slotView
		Problem assistant.Problem
		Waits   *waitsView
	}{}
	if err != nil {
		why := request.RefusalOf(err)
		f.errors.Note(r, why, err)
		data.Problem = why.Problem
	}
	ms, readErr := f.history.SlotMessages(r.Context(), f.owner.Tenant.ID, out.Conversation, slot)
	if readErr == nil && len(ms) > 0 {
		if v, ok, drawErr := f.cards.drawSlot(r.Context(), f.cards.names(r.Context(), f.cards.language(r.Context(), out.Conversation), ms), slot, ms); ok && drawErr == nil {
			v.Swap = true
			data.Slot = &v
		}
	}
	if all, waitErr := f.waits.all(r.Context()); waitErr == nil {
		list := listed(all)
		list.Swap, data.Waits = true, &list
	}
	status := http.StatusOK
	if err != nil {
		status = request.RefusalOf(err).Status
	}
	f.pages.Render(w, status, "acted", data)
	return nil
}
