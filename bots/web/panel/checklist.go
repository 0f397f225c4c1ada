package panel

import (
	"context"
	"net/http"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Checklist is what the checklist of the first steps needs apart from what is read with the page. All fields are required.
type Checklist struct {
	Kept   ChecklistKeeper
	Linked func() bool // Slack, Discord or mail is connected
	Sample string      // the domain of the project that a new install comes with
}

// ChecklistKeeper keeps that the checklist is shown no more. Only an admin puts it away; storage asks who it is.
type ChecklistKeeper interface {
	PutChecklistAway(ctx context.Context, t assistant.TenantID, by assistant.PersonID) error
}

// checklistView is the checklist while something of it is left.
type checklistView struct {
	Steps []checklistStep
	Done  int
	Next  assistant.Sentence // the first step that is left
}

// checklistStep is one of the first steps, and the address where it is done.
type checklistStep struct {
	Label assistant.Sentence
	Path  string
	Done  bool
}

// offersChecklist tells whether the viewer may have a checklist on a page without a conversation.
func (f *feed) offersChecklist() bool {
	return f.checklist != nil && f.owner.Person.Role == assistant.RoleAdmin
}

// steps returns the first steps and which are done. It is nil for viewers who get no checklist, and once all are done.
func (f *feed) steps(seen assistant.Overview) *checklistView {
	facts := seen.Checklist
	if facts == nil {
		return nil
	}
	own := facts.Connected || slices.ContainsFunc(seen.Projects, func(p assistant.Project) bool { return p.Domain != f.checklist.Sample })
	v := checklistView{Steps: []checklistStep{
		{assistant.Say("Connect a language model"), "/settings#setup-model", !f.pages.Rehearses()},
		{assistant.Say("Add your own site"), "/settings#add", own},
		{assistant.Say("Connect Slack, Discord or e-mail"), "/settings#setup-slack", f.checklist.Linked()},
		{assistant.Say("Invite somebody"), "/people#invite", facts.Invited},
		{assistant.Say("Ask the team for something"), "#text", facts.Answered},
	}}
	for _, s := range v.Steps {
		switch {
		case s.Done:
			v.Done++
		case v.Next.IsZero():
			v.Next = s.Label
		}
	}
	if v.Done == len(v.Steps) {
		return nil
	}
	return &v
}

// hideChecklist puts the checklist away for all admins.
func (f *feed) hideChecklist(w http.ResponseWriter, r *http.Request) error {
	if f.checklist == nil {
		return request.Unknown("page")
	}
	if err := f.checklist.Kept.PutChecklistAway(r.Context(), f.owner.Tenant.ID, f.owner.Person.ID); err != nil {
		return err
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return nil
}
