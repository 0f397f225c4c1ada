package settings

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

// tenantForm is what an admin may set for the whole tenant.
type tenantForm struct {
	assistant.Settings

	Saved   bool
	Refused assistant.Problem
}

// MostApproval and the others are the form's bounds.
func (tenantForm) MostApproval() int { return assistant.MaxApprovalHours }

// MostPlan bounds the hours of a plan.
func (tenantForm) MostPlan() int { return assistant.MaxPlanHours }

// tenantSettings is the form for whoever may change it, nil for others.
func (s *Page) tenantSettings(ctx context.Context) (*tenantForm, error) {
	if s.Whole == nil {
		return nil, nil // there is no form then, which is no error
	}
	if _, err := s.Owner.Admin(ctx); errors.Is(err, assistant.ErrNotAdmin) {
		return nil, nil // as above
	} else if err != nil {
		return nil, err
	}
	set, err := s.Whole.Settings(ctx, s.Owner.Tenant.ID)
	return &tenantForm{Settings: set}, err
}

// saveTenant takes the form. What cannot be set is said above it, and nothing of it is kept.
func (s *Page) saveTenant(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	if s.Whole == nil {
		return request.Unknown("page")
	}
	set, err := formSettings(r)
	if err == nil {
		err = s.Whole.SaveSettings(r.Context(), s.Owner.Tenant.ID, s.Owner.Person.ID, set)
	}
	if err == nil {
		http.Redirect(w, r, "/settings?saved=tenant#tenant", http.StatusSeeOther)
		return nil
	}
	refused, ok := errors.AsType[*assistant.Trouble](err)
	if !ok || errors.Is(err, assistant.ErrNotAdmin) {
		return err
	}
	return s.draw(w, r, http.StatusBadRequest, func(v *settingsView) {
		if v.Whole != nil {
			v.Whole.Settings, v.Whole.Refused = set, refused.Problem
		}
	})
}

// formSettings reads the form. An empty number is none; what is not a number at all is refused by name.
func formSettings(r *http.Request) (assistant.Settings, error) {
	set := assistant.Settings{MembersApprove: r.PostFormValue("membersApprove") != "", GuestsTalk: r.PostFormValue("guestsTalk") != ""}
	set.Steering = assistant.Steering(r.PostFormValue("steering"))
	var hours [2]int64
	for _, f := range []struct {
		field, what string
		into        *int64
	}{
		{"approvalHours", "The hours that an action waits", &hours[0]},
		{"planHours", "The hours that a plan or a question waits", &hours[1]},
		{"dailyTokens", "The tokens of a day", &set.DailyTokens},
		{"dailyCents", "The cents of a day", &set.DailyCents},
		{"inputCents", "The cents for a million tokens read", &set.InputCents},
		{"outputCents", "The cents for a million tokens written", &set.OutputCents},
	} {
		text := strings.TrimSpace(r.PostFormValue(f.field))
		if text == "" {
			continue
		}
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return set, &assistant.Trouble{Problem: assistant.Problem{
				Side: assistant.SideInput, Message: assistant.Say("%s must be a whole number.", f.what), Recovery: assistant.Say("Nothing was changed. Correct it and save again."),
			}}
		}
		*f.into = n
	}
	set.ApprovalHours, set.PlanHours = bounded(hours[0]), bounded(hours[1])
	return set, nil
}

// bounded is the number as an int, far outside of every bound where it is too big for one.
func bounded(n int64) int {
	const far = 1 << 30
	return int(min(max(n, -far), far))
}
