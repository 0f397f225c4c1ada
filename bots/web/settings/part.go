package settings

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/address"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Parts stores the settings of parts that have a form. Only an admin changes them; storage checks the caller. An invalid field is a
// [*assistant.FieldError], a fault of the part an [*assistant.Trouble], and a part that cannot be set here [assistant.ErrNotFound].
type Parts interface {
	Part(ctx context.Context, t assistant.TenantID, part assistant.SetupKey) (assistant.PartChoice, error)
	TryPart(ctx context.Context, t assistant.TenantID, g assistant.PartGiven) (assistant.Sentence, error)
	KeepPart(ctx context.Context, t assistant.TenantID, by assistant.PersonID, g assistant.PartGiven) error
	DropPart(ctx context.Context, t assistant.TenantID, by assistant.PersonID, part assistant.SetupKey) error
}

const dropped = "no-" // before the part's name, what the page is told after it was taken away

// partForm is the settings of a part and the form for them.
type partForm struct {
	assistant.PartChoice

	By     string // who has set it
	Saved  bool
	Gone   bool
	Seen   string            // of the public address: where the viewer has come by, which is proposed; "" if nothing is
	Wrong  assistant.Problem // why it was not kept
	Anyway bool              // it may be kept all the same
	Answer *triedView        // what came of trying what stands in the form; nil while nothing was tried
}

// Secrets tells whether it is set by any.
func (f partForm) Secrets() bool { return secrets(f.Form) }

func secrets(f assistant.Form) bool {
	return slices.ContainsFunc(f.Fields, func(one assistant.FormField) bool { return one.Kind == assistant.FieldSecret })
}

// part is the form of a part; nil where none sets it.
func (s *Page) part(r *http.Request, key assistant.SetupKey) (*partForm, error) {
	if s.Parts == nil {
		return nil, nil
	}
	choice, err := s.Parts.Part(r.Context(), s.Owner.Tenant.ID, key)
	if errors.Is(err, assistant.ErrNotFound) || err == nil && choice.Locked {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	saved := r.URL.Query().Get("saved")
	choice.Unsealed = choice.Unsealed && secrets(choice.Form) // else nothing has to be sealed
	f := &partForm{PartChoice: choice, Saved: saved == string(key), Gone: saved == dropped+string(key)}
	if f.On {
		f.By, f.Set.At = s.Owner.Called(r.Context(), f.Set.By), f.Set.At.In(s.Owner.Zone(r.Context()))
	} else if key == assistant.SetupAddress {
		f.Seen = address.Seen(r)
		f.Form = f.Form.With(map[string]string{address.Field: f.Seen})
	}
	return f, nil
}

// givenPart reads the form of a part, if the person may change it.
func (s *Page) givenPart(r *http.Request) (assistant.PartGiven, error) {
	g := assistant.PartGiven{Part: assistant.SetupKey(r.PathValue("part"))}
	if s.Parts == nil {
		return g, request.Unknown("page")
	}
	if _, err := s.Owner.Admin(r.Context()); err != nil {
		return g, err
	}
	if err := request.Form(r); err != nil {
		return g, err
	}
	choice, err := s.Parts.Part(r.Context(), s.Owner.Tenant.ID, g.Part)
	if err != nil {
		return g, request.Found(err, "part that can be set")
	}
	g.Values, g.Anyway = pages.Filled(r, choice.Form), r.PostFormValue("anyway") == "yes"
	for key, value := range g.Values {
		g.Values[key] = request.Shorten(value, request.TextLimit)
	}
	return g, nil
}

// tryPart tries the form's values without storing them.
func (s *Page) tryPart(w http.ResponseWriter, r *http.Request) error {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(time.Minute)) // a test's writer has none
	g, err := s.givenPart(r)
	if err != nil {
		return err
	}
	found, err := s.Parts.TryPart(r.Context(), s.Owner.Tenant.ID, g)
	return s.afterTrying(w, r, found, request.Found(err, "part that can be tried"), func(v *triedView) error {
		return s.drawPart(w, r, http.StatusOK, g, func(f *partForm) { f.Answer = v })
	})
}

// keepPart keeps what stands in the form, once it has passed its test. What was not taken is shown again as it was filled in, without secrets.
func (s *Page) keepPart(w http.ResponseWriter, r *http.Request) error {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(time.Minute)) // as above
	g, err := s.givenPart(r)
	if err != nil {
		return err
	}
	err = s.Parts.KeepPart(r.Context(), s.Owner.Tenant.ID, s.Owner.Person.ID, g)
	if err == nil {
		http.Redirect(w, r, "/settings?saved="+string(g.Part)+"#setup-"+string(g.Part), http.StatusSeeOther)
		return nil
	}
	_, misfit := errors.AsType[*assistant.FieldError](err)
	wrong, err := notTaken(err)
	if err != nil {
		return request.Found(err, "part that can be set")
	}
	return s.drawPart(w, r, http.StatusBadRequest, g, func(f *partForm) { f.Wrong, f.Anyway = wrong, !misfit && !f.Unsealed })
}

// drawPart draws the page with the form as it was filled in, and what change says of it.
func (s *Page) drawPart(w http.ResponseWriter, r *http.Request, status int, g assistant.PartGiven, change func(*partForm)) error {
	return s.draw(w, r, status, func(page *settingsView) {
		if at := page.setup(g.Part); at != nil && at.Part != nil {
			at.Part.Form = at.Part.Form.With(g.Values)
			change(at.Part)
		}
	})
}

// dropPart takes a part away, with its secrets.
func (s *Page) dropPart(w http.ResponseWriter, r *http.Request) error {
	if s.Parts == nil {
		return request.Unknown("page")
	}
	if err := request.Form(r); err != nil {
		return err
	}
	part := assistant.SetupKey(r.PathValue("part"))
	if err := s.Parts.DropPart(r.Context(), s.Owner.Tenant.ID, s.Owner.Person.ID, part); err != nil {
		return request.Found(err, "part that can be taken away")
	}
	http.Redirect(w, r, "/settings?saved="+dropped+string(part)+"#setup-"+string(part), http.StatusSeeOther)
	return nil
}
