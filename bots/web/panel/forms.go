package panel

import (
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/click"
	cardview "github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/bots/web/ingest"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
	"github.com/aisteam/aisteam/wording"
)

// forms takes the decisions, answers and changes made on cards.
type forms struct {
	ingest  *ingest.Ingest
	history History
	cards   *cards
	waits   *Waits
	pages   *pages.Pages
	errors  request.Errors
	owner   *owner.Owner
}

// press takes anything that a form of a card sends: which verb of the table is meant, by what it is about and what the form calls it, and
// the ids of that.
func (f *forms) press(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	p, err := pressing(r)
	if err != nil {
		return err
	}
	out, err := f.ingest.Pressed(r.Context(), w, p)
	return f.shown(w, r, out.Slot, out, err)
}

func pressing(r *http.Request) (p ingest.Pressing, err error) {
	of := r.PostFormValue
	about := click.About(of("about"))
	verb, ok := click.InForm(about, of("decision"))
	if !ok {
		return p, request.Malformed(assistant.Say("That is not a decision I know."))
	}
	p = ingest.Pressing{
		Do: verb.Do, Plan: assistant.PlanID(of("plan")), Approval: assistant.ApprovalID(of("approval")), Run: assistant.RunID(of("run")), Task: assistant.TaskID(of("task")),
		Question: assistant.ClarificationID(of("question")), Shown: of("shown"), Hash: of("hash"), Words: of("note"),
	}
	switch {
	case about == click.APlan:
		if p.Version, err = version(of("version")); verb.Then != click.ThenChanges {
			p.Words = "" // unfinished text is not sent
		}
	case verb.Then == click.ThenStanding:
		p.Values, p.Words = pages.Filled(r, cardview.StandingForm(assistant.Approval{}, wording.Words{})), ""
	case verb.Then == click.ThenRewrite:
		p.Values, p.Seen = pages.Given(r, assistant.FormArguments), of("seen")
	case verb.Then == click.ThenAnswers:
		p.Values, p.Words = pages.Given(r, assistant.FormAnswers), of("text")
	}
	return p, err
}

// earlier takes what pages send that were drawn by earlier versions, which had an address for each kind of thing: its id is a part of
// the address, and so is what shall be done with a run.
func (f *forms) earlier(about click.About, id string) request.Endpoint {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := request.Form(r); err != nil {
			return err
		}
		about, verb := about, r.PathValue("verb")
		switch {
		case about == click.AQuestion:
			r.PostForm.Set("decision", "answers")
		case r.PostFormValue("decision") == "rewritten":
			about = click.OnACard
		case verb == "undo" && r.PostFormValue("task") != "":
			about = click.ATask
		}
		if verb != "" {
			r.PostForm.Set("decision", verb)
			if _, ok := click.InForm(about, verb); !ok {
				return request.Unknown("page")
			}
		}
		r.PostForm.Set("about", string(about))
		r.PostForm.Set(id, r.PathValue("id"))
		return f.press(w, r)
	}
}

// shown answers an act with its card as it stands now, or sends a page without script back to it. An act that did not
// take effect also draws the card anew, which shows what came first.
func (f *forms) shown(w http.ResponseWriter, r *http.Request, slot assistant.Slot, out assistant.Outcome, err error) error {
	if !request.ByScript(r) {
		if err == nil {
			to := address(out.Conversation, cardview.Element(slot))
			if f.cards.apart(r.Context(), out.Conversation) {
				to = "/waiting"
			}
			if from := r.PostFormValue("to"); from == "work" || from == "operations" && f.owner.Person.Role == assistant.RoleAdmin {
				to = "/" + from + "#runs"
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
		Waits   *pages.WaitsView
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
	if all, waitErr := f.waits.All(r.Context()); waitErr == nil {
		list := pages.ListedWaits(all)
		list.Swap, data.Waits = true, &list
	}
	status := http.StatusOK
	if err != nil {
		status = request.RefusalOf(err).Status
	}
	f.pages.Render(w, status, "acted", data)
	return nil
}
