package assistant_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

func TestWhatNobodyHasSetIsAsByDefault(t *testing.T) {
	want := assistant.Settings{MembersApprove: true, ApprovalHours: 1, PlanHours: 72, Steering: assistant.SteeringSteer}
	for _, raw := range []string{"", "{}", "null", `{"approvalHours":0,"planHours":-3,"dailyTokens":-1}`, `{"approvalHours":100000}`, `{"later":true}`} {
		got, err := assistant.ReadSettings([]byte(raw))
		if err != nil {
			t.Errorf("%q: %v", raw, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%q (-want +got):\n%s", raw, d)
		}
	}
	if got, err := assistant.ReadSettings([]byte(`{"planHours":"many"}`)); err == nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	if want.ApprovalTTL() != time.Hour || want.PlanTTL() != 72*time.Hour {
		t.Error("hours are not hours")
	}
}

func TestSettingsAreKeptAsGivenWithinTheirBounds(t *testing.T) {
	set, err := assistant.ReadSettings([]byte(`{"membersApprove":false,"guestsTalk":true,"approvalHours":2,"planHours":24,"dailyTokens":7,"dailyCents":9}`))
	if d := cmp.Diff(assistant.Settings{GuestsTalk: true, ApprovalHours: 2, PlanHours: 24, DailyTokens: 7, DailyCents: 9, Steering: assistant.SteeringSteer}, set); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	if err := set.Check(); err != nil {
		t.Error(err)
	}
	for _, wrong := range []func(*assistant.Settings){
		func(s *assistant.Settings) { s.ApprovalHours = 0 },
		func(s *assistant.Settings) { s.ApprovalHours = assistant.MaxApprovalHours + 1 },
		func(s *assistant.Settings) { s.PlanHours = assistant.MaxPlanHours + 1 },
		func(s *assistant.Settings) { s.DailyTokens = -1 },
		func(s *assistant.Settings) { s.DailyCents = assistant.MaxDailyCents + 1 },
		func(s *assistant.Settings) { s.InputCents = -1 },
		func(s *assistant.Settings) { s.Steering = "ignore" },
		func(s *assistant.Settings) { s.OutputCents = assistant.MaxPriceCents + 1 },
	} {
		s := set
		wrong(&s)
		if _, ok := errors.AsType[*assistant.Trouble](s.Check()); !ok {
			t.Errorf("%+v is taken", s)
		}
	}
}
