package pages

import (
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Fail shows an error the way the request can show it.
func (p *Pages) Fail(w http.ResponseWriter, r *http.Request, err error) {
	p = p.Read(r)
	f := request.RefusalOf(err)
	p.Errors.Note(r, f, err)
	if request.ByScript(r) {
		p.Render(w, f.Status, "notice", f.Problem)
		return
	}
	said := f.Problem
	if f.Status == http.StatusNotFound { // what ids there are helps a program, and no reader
		said.Message, said.Recovery = assistant.Say("This page is not here."), assistant.Say("Its address may be mistyped, or what it showed is gone.")
	}
	p.Render(w, f.Status, "failure", failureView{View: p.View(r.Context(), "Something is not right"), Problem: said})
}

// failureView is a page that says what went wrong, with the menu if the person is signed in.
type failureView struct {
	View

	Problem assistant.Problem
}
