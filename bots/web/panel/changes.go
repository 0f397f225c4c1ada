package panel

import (
	"context"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/click"
	cardview "github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/bots/web/ingest"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// changesView compares what a person has filled into an action's form with what was proposed, before approval.
type changesView struct {
	pages.View

	ID         string // of the card
	Back       string
	Action     string // what it is called
	Difference cardview.Difference
	Lines      cardview.List // what texts of several lines have lost and got
	Twice      bool          // it cannot be undone, so the final version is shown once more
	Carried    []carried     // goes with the approval: what it is about, what was written, and that exactly this was shown
}

// changes shows what is different from what was proposed. It decides nothing.
func (f *forms) changes(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	id := assistant.ApprovalID(r.PostFormValue("approval"))
	if !assistant.ValidID(string(id)) {
		return request.Unknown("approval")
	}
	v, err := f.changed(r.Context(), id, pages.Given(r, assistant.FormArguments))
	if err != nil {
		return err
	}
	if request.ByScript(r) {
		f.pages.Render(w, http.StatusOK, "changes", v)
		return nil
	}
	v.View = f.pages.View(r.Context(), "Your changes")
	f.pages.Render(w, http.StatusOK, "changes-page", v)
	return nil
}

// changed reads the action, if the viewer may see it, and compares.
func (f *forms) changed(ctx context.Context, id assistant.ApprovalID, given map[string]string) (changesView, error) {
	a, err := f.ingest.Approvals.Approval(ctx, f.owner.Tenant.ID, id)
	if err != nil {
		return changesView{}, request.Found(err, "approval")
	}
	arguments, err := a.Filled(given)
	if err != nil {
		return changesView{}, ingest.Unfit(err)
	}
	shown, err := ingest.Written(a.Approval, arguments)
	if err != nil {
		return changesView{}, ingest.Unfit(err)
	}
	in := f.pages.Words()
	fields := assistant.ArgumentChanges(a.Arguments, arguments)
	for i := range fields {
		fields[i].Name = in.Label(a.ArgumentName(fields[i].Name))
	}
	verb, _ := click.Find(cardview.ChangeAndDo, cardview.On{Approval: id})
	out := changesView{
		ID: cardview.Element(a.Slot()), Back: address(a.Conversation, cardview.Element(a.Slot())), Action: in.Tell(a.Title), Twice: a.Irreversible,
		Difference: cardview.Difference{In: in, Fields: fields, Wanted: true}, Lines: cardview.ChangedLines(linesOf(fields), in),
		Carried: append(about(verb, cardview.On{Approval: id, Hash: a.Hash}), carried{"decision", verb.Form[0]}, carried{"seen", shown}),
	}
	if f.cards.apart(ctx, a.Conversation) {
		out.Back = "/waiting"
	}
	for _, one := range pages.Inputs(a.ArgumentsForm(), "", in) {
		if text, ok := given[one.Key]; ok {
			out.Carried = append(out.Carried, carried{one.Name, text})
		}
	}
	return out, nil
}

// linesOf are the lines that texts of several have lost and got; a short one is seen whole.
func linesOf(fields []assistant.Field) []assistant.Changed {
	var was, is []assistant.Field
	for _, f := range fields {
		if pages.Wide(f.Old) && pages.Wide(f.New) {
			was, is = append(was, assistant.Field{Name: f.Name, New: f.Old}), append(is, assistant.Field{Name: f.Name, New: f.New})
		}
	}
	return assistant.ChangedSince(was, is)
}
