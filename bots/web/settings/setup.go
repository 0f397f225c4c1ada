package settings

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Setups tells how the installation is set up, and tries its parts: as they are set up, or the language model by the name of a successor
// that it was told with. What is wrong is told in an [assistant.Trouble]; what cannot be tried is [assistant.ErrNotFound].
type Setups interface {
	Setups(ctx context.Context, t assistant.TenantID) ([]assistant.Setup, error)
	Try(ctx context.Context, t assistant.TenantID, key assistant.SetupKey, successor string) (assistant.Sentence, error)
}

// Spent tells what models have cost today.
type Spent interface {
	Spending(ctx context.Context, t assistant.TenantID, of assistant.PersonID) (assistant.Spending, error)
}

// setupView is a part of the installation on the page.
type setupView struct {
	assistant.Setup

	Spent string             // of the model: what it has cost today
	Blind assistant.Sentence // of the model: that its price is unknown, so a limit in money does not cover it
	Found assistant.Sentence // what came of trying it
	Wrong assistant.Problem

	Form   *modelForm // of the model: that sets one; nil where the environment does
	Part   *partForm  // that sets it; nil where no form or the environment does
	Answer *triedView // of the model: what came of trying what stands in the form; nil while nothing was tried
}

// setups are the parts for an admin, nothing for others.
func (s *Page) setups(r *http.Request) ([]setupView, error) {
	ctx := r.Context()
	if s.Setup == nil {
		return nil, nil
	}
	if _, err := s.Owner.Admin(ctx); errors.Is(err, assistant.ErrNotAdmin) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	all, err := s.Setup.Setups(ctx, s.Owner.Tenant.ID)
	if err != nil {
		return nil, err
	}
	zone := s.Owner.Zone(ctx)
	var out []setupView
	for _, one := range all {
		if !one.Heard.IsZero() {
			one.Heard = one.Heard.In(zone)
		}
		for i, m := range one.Models {
			if !m.Tested.IsZero() {
				one.Models[i].Tested = m.Tested.In(zone)
			}
		}
		v := setupView{Setup: one}
		if one.Key == assistant.SetupModel && s.Spent != nil {
			spent, err := s.Spent.Spending(ctx, s.Owner.Tenant.ID, "")
			if err != nil {
				return nil, err
			}
			v.Spent, v.Blind = spent.Today(), spent.Blind(one.Unpriced)
		}
		if one.Key == assistant.SetupModel {
			v.Form, err = s.model(r)
		} else {
			v.Part, err = s.part(r, one.Key)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// trySetup tries a part, and draws the page with what came of it.
func (s *Page) trySetup(w http.ResponseWriter, r *http.Request) error {
	if s.Setup == nil {
		return request.Unknown("page")
	}
	if _, err := s.Owner.Admin(r.Context()); err != nil {
		return err
	}
	key := assistant.SetupKey(r.PathValue("part"))
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(time.Minute)) // a test's writer has none
	if err := request.Form(r); err != nil {
		return err
	}
	found, err := s.Setup.Try(r.Context(), s.Owner.Tenant.ID, key, r.PostFormValue("successor"))
	trouble, told := errors.AsType[*assistant.Trouble](err)
	if err != nil && !told {
		return request.Found(err, "part that can be tried")
	}
	v := setupView{Found: found}
	if told {
		v.Wrong = trouble.Problem
	}
	if request.ByScript(r) {
		s.Pages.Render(w, http.StatusOK, "setup-tried", v)
		return nil
	}
	return s.draw(w, r, http.StatusOK, func(page *settingsView) {
		if one := page.setup(key); one != nil {
			one.Found, one.Wrong = v.Found, v.Wrong
		}
	})
}
