package settings

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Models sets the language model that answers the tenant. Only an admin changes it; storage asks who it is. A field that cannot be is a
// [*assistant.FieldError], and what a provider has against it is told in an [*assistant.Trouble].
type Models interface {
	Model(ctx context.Context, t assistant.TenantID) (assistant.ModelChoice, error)
	TryModel(ctx context.Context, t assistant.TenantID, g assistant.ModelGiven) (assistant.Sentence, error)
	KeepModel(ctx context.Context, t assistant.TenantID, by assistant.PersonID, g assistant.ModelGiven) error
	DropModel(ctx context.Context, t assistant.TenantID, by assistant.PersonID) error
}

// Members are who is who in the tenant.
type Members interface {
	Profiles(ctx context.Context, t assistant.TenantID, limit int) ([]assistant.Profile, error)
}

const profilesLookedAt = 200 // for the admins among them

// admins are the names of the admins who can connect a model, or "" if none is known.
func (s *Page) admins(ctx context.Context) (string, error) {
	if s.Members == nil {
		return "", nil
	}
	all, err := s.Members.Profiles(ctx, s.Owner.Tenant.ID, profilesLookedAt)
	var names []string
	for _, p := range all {
		if p.Role == assistant.RoleAdmin && p.LeftAt.IsZero() && p.Name != "" {
			names = append(names, p.Name)
		}
	}
	return s.Pages.Words().List(names), err
}

// What the page is told after the model was changed.
const (
	savedModel   = "model"
	droppedModel = "no-model"
)

// modelForm is the model that is set, and the form that sets one.
type modelForm struct {
	assistant.ModelChoice

	By     string // who has set it
	Saved  bool
	Gone   bool
	Wrong  assistant.Problem // why it was not kept
	Anyway bool              // it may be kept all the same
}

// model is the form for an admin.
func (s *Page) model(r *http.Request) (*modelForm, error) {
	if s.Models == nil {
		return nil, nil // the environment says which one answers, and the page says so
	}
	choice, err := s.Models.Model(r.Context(), s.Owner.Tenant.ID)
	if err != nil {
		return nil, err
	}
	f := &modelForm{ModelChoice: choice, Saved: r.URL.Query().Get("saved") == savedModel, Gone: r.URL.Query().Get("saved") == droppedModel}
	if f.Set.Set() {
		f.By, f.Set.At = s.Owner.Called(r.Context(), f.Set.By), f.Set.At.In(s.Owner.Zone(r.Context()))
	}
	return f, nil
}

// refill puts back what a person had written. The key is not given back.
func (f *modelForm) refill(g assistant.ModelGiven) {
	for i := range f.Offers {
		o := &f.Offers[i]
		if o.Chosen = o.Key == g.Offer; o.Chosen {
			o.Form = o.Form.With(g.Values)
		}
	}
}

// givenModel reads the form, if the person may change the model.
func (s *Page) givenModel(r *http.Request) (assistant.ModelGiven, error) {
	if s.Models == nil {
		return assistant.ModelGiven{}, request.Unknown("page")
	}
	if _, err := s.Owner.Admin(r.Context()); err != nil {
		return assistant.ModelGiven{}, err
	}
	if err := request.Form(r); err != nil {
		return assistant.ModelGiven{}, err
	}
	choice, err := s.Models.Model(r.Context(), s.Owner.Tenant.ID)
	g := assistant.ModelGiven{Offer: request.Shorten(r.PostFormValue("offer"), request.TextLimit), Anyway: r.PostFormValue("anyway") == "yes"}
	for _, o := range choice.Offers {
		if o.Key == g.Offer {
			g.Values = pages.Filled(r, o.Form)
		}
	}
	for key, value := range g.Values {
		g.Values[key] = request.Shorten(value, request.TextLimit)
	}
	return g, err
}

// tryModel tries the form's values without storing them.
func (s *Page) tryModel(w http.ResponseWriter, r *http.Request) error {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(time.Minute)) // a test's writer has none
	g, err := s.givenModel(r)
	if err != nil {
		return err
	}
	found, err := s.Models.TryModel(r.Context(), s.Owner.Tenant.ID, g)
	return s.afterTrying(w, r, found, err, func(v *triedView) error {
		return s.draw(w, r, http.StatusOK, func(page *settingsView) {
			if at := page.setup(assistant.SetupModel); at != nil && at.Form != nil {
				at.Answer = v
				at.Form.refill(g)
			}
		})
	})
}

// afterTrying says what was found, or what is wrong with what was tried, in its place or, without scripts, on the page that again draws.
func (s *Page) afterTrying(w http.ResponseWriter, r *http.Request, found assistant.Sentence, err error, again func(*triedView) error) error {
	v := triedView{Found: found}
	if err != nil {
		if v.Wrong, err = notTaken(err); err != nil {
			return err
		}
	}
	if request.ByScript(r) {
		s.Pages.Render(w, http.StatusOK, "tried", v)
		return nil
	}
	return again(&v)
}

// keepModel keeps what stands in the form, once it has answered. What was not taken is shown again as it was filled in, without its key.
func (s *Page) keepModel(w http.ResponseWriter, r *http.Request) error {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(time.Minute)) // as above
	g, err := s.givenModel(r)
	if err != nil {
		return err
	}
	err = s.Models.KeepModel(r.Context(), s.Owner.Tenant.ID, s.Owner.Person.ID, g)
	if err == nil {
		http.Redirect(w, r, "/settings?saved="+savedModel+"#setup-model", http.StatusSeeOther)
		return nil
	}
	_, misfit := errors.AsType[*assistant.FieldError](err)
	wrong, err := notTaken(err)
	if err != nil {
		return err
	}
	return s.draw(w, r, http.StatusBadRequest, func(page *settingsView) {
		if at := page.setup(assistant.SetupModel); at != nil && at.Form != nil {
			at.Form.Wrong, at.Form.Anyway = wrong, !misfit && !at.Form.Unsealed
			at.Form.refill(g)
		}
	})
}

// dropModel takes the model away.
func (s *Page) dropModel(w http.ResponseWriter, r *http.Request) error {
	if s.Models == nil {
		return request.Unknown("page")
	}
	if err := request.Form(r); err != nil {
		return err
	}
	if err := s.Models.DropModel(r.Context(), s.Owner.Tenant.ID, s.Owner.Person.ID); err != nil {
		return err
	}
	http.Redirect(w, r, "/settings?saved="+droppedModel+"#setup-model", http.StatusSeeOther)
	return nil
}

// notTaken explains why a model was refused, or returns the error if that is not for people.
func notTaken(err error) (assistant.Problem, error) {
	if wrong, misfit := errors.AsType[*assistant.FieldError](err); misfit {
		return assistant.Problem{Side: assistant.SideInput, Message: wrong.Message}, nil
	}
	if trouble, told := errors.AsType[*assistant.Trouble](err); told && !errors.Is(err, assistant.ErrNotAdmin) {
		return trouble.Problem, nil
	}
	return assistant.Problem{}, err
}
