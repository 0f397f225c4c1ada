package approvals_test

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
)

// TestWhatWasAllowedBeforeIsForWhatItsWordsName: a target that somebody named is what is called so, as people or addresses write it, and
// nothing that only has the name in it.
func TestWhatWasAllowedBeforeIsForWhatItsWordsName(t *testing.T) {
	for _, c := range []struct {
		named, target string
		want          bool
	}{
		{"", "https://shop.example/contact", true},
		{"Contact", "https://shop.example/contact", true},
		{"the page Contact", "https://shop.example/contact/", true},
		{"Opening hours", "https://shop.example/opening-hours", true},
		{"die Seite Kontakt", "https://shop.example/kontakt", true},
		{"Weekly audit", "the automation “Weekly audit”", true},
		{"ticket list", "the ticket list", true},
		{"report.csv", "report.csv", true},
		{"Contact", "https://shop.example/contact-and-pay-here", false},
		{"Contact", "https://shop.example/legal/contact", false},
		{"Contact", "https://shop.example/contact?pay=1", false},
		{"Contact", "https://shop.example/pay#contact", false},
		{"Contact", "the page “Contact” of “another site”", false},
		{"Contact", "Contact us and pay", false},
		{"!!!", "https://shop.example/", false},
		{"…", "the ticket list", false},
	} {
		s := assistant.StandingYes{
			Person: "ben", Project: "p", Tool: "t", Most: 2, Until: now.Add(time.Minute), As: assistant.Capacity{Role: assistant.RoleApprover}, Background: "b",
			Target: c.named, Before: true,
		}
		use := approvals.Use{Tool: "t", Effect: assistant.EffectReversible, Project: "p", Unasked: true, Background: "b", Target: c.target}
		if _, got := approvals.Stands([]assistant.StandingYes{s}, use, on(nil)); got != c.want {
			t.Errorf("“%s” is for %s: %v", c.named, c.target, got)
		}
	}
}

// TestWhatWasApprovedOfABackgroundTaskStandsForTheAutomation: by the name that previews had for it, and for no other one.
func TestWhatWasApprovedOfABackgroundTaskStandsForTheAutomation(t *testing.T) {
	for target, want := range map[string]bool{"the automation “Weekly audit”": true, "the automation “Daily audit”": false, "Weekly audit": false} {
		s := assistant.StandingYes{
			Person: "ben", Project: "p", Tool: "t", Most: 2, Until: now.Add(time.Minute), As: assistant.Capacity{Role: assistant.RoleApprover}, Background: "b",
			Target: "the background task “Weekly audit”",
		}
		use := approvals.Use{Tool: "t", Effect: assistant.EffectReversible, Project: "p", Unasked: true, Background: "b", Target: target}
		if _, got := approvals.Stands([]assistant.StandingYes{s}, use, on(nil)); got != want {
			t.Errorf("%s: %v", target, got)
		}
	}
}
