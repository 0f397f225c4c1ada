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
	p.Render(w, f.Status, "failure", failureView{View: p.ViewWith(WaitsView{}, "Something is not right"), Problem: f.Problem})
}

type failureView struct {
	View

	Problem assistant.Problem
}
