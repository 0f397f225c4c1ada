package settings

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Tasks lists people's background tasks.
type Tasks interface {
	Backgrounds(ctx context.Context, t assistant.TenantID, owner assistant.PersonID, limit int) ([]assistant.BackgroundTask, error)
}

// zoneForm is the viewer's choice of a time zone.
type zoneForm struct {
	Saved  bool
	Wrong  string // what was given and is no zone
	Name   string // by which their times are read
	Now    string // there; "" where it is not known
	Chosen string // "" is as their browser says
	Kept   []keptTask
}

// keptTask is a task that keeps the clock of another zone.
type keptTask struct {
	ID          assistant.BackgroundID
	Title, When string // in the viewer's language
}

const mostKept = 500

// zone is the form, nil where nothing is kept of that.
func (s *Page) zone(r *http.Request) (*zoneForm, error) {
	if s.Hears == nil {
		return nil, nil // the page leaves it out
	}
	h, err := s.Hears.Hearing(r.Context(), s.Owner.Tenant.ID, s.Owner.Person.ID)
	if err != nil {
		return nil, err
	}
	f := &zoneForm{Saved: r.URL.Query().Get("saved") == "zone", Wrong: request.Shorten(r.URL.Query().Get("nozone"), 60), Chosen: h.Zone}
	f.Name = cmp.Or(h.Zone, s.Owner.Person.Zone)
	if in, err := time.LoadLocation(f.Name); err == nil && f.Name != "" {
		f.Now = s.Now().In(in).Format("15:04")
	}
	if s.Tasks == nil || f.Name == "" {
		return f, nil
	}
	all, err := s.Tasks.Backgrounds(r.Context(), s.Owner.Tenant.ID, s.Owner.Person.ID, mostKept)
	for _, b := range background.Elsewhere(all, f.Name) {
		f.Kept = append(f.Kept, keptTask{b.ID, b.Title, s.Pages.Words().Tell(background.When(b))})
	}
	return f, err
}

// chooseZone takes the form: a city, a zone, or nothing for what the browser says. A name that is none is said so.
func (s *Page) chooseZone(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	if s.Hears == nil {
		return request.Unknown("page")
	}
	said := strings.TrimSpace(r.FormValue("zone"))
	zone, ok := background.Place(said)
	if said != "" && !ok {
		http.Redirect(w, r, "/settings?nozone="+url.QueryEscape(said)+"#zone", http.StatusSeeOther)
		return nil
	}
	h, err := s.Hears.Hearing(r.Context(), s.Owner.Tenant.ID, s.Owner.Person.ID)
	if err != nil {
		return err
	}
	h.Zone = zone
	if err := s.Hears.SetHearing(r.Context(), s.Owner.Tenant.ID, s.Owner.Person.ID, h); err != nil {
		return err
	}
	http.Redirect(w, r, "/settings?saved=zone#zone", http.StatusSeeOther)
	return nil
}
