package orchestrator

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// bothWays takes what is received, with a lease and without.
type bothWays struct {
	intake

	plain, taking int
	got           assistant.Inbound
}

func (w *bothWays) Receive(_ context.Context, in assistant.Inbound) (assistant.Received, error) {
	w.plain, w.got = w.plain+1, in
	return assistant.Received{Known: true}, nil
}

func (w *bothWays) ReceiveTaking(_ context.Context, in assistant.Inbound, _ time.Duration) (assistant.Received, *assistant.Taken, error) {
	w.taking, w.got = w.taking+1, in
	return assistant.Received{Known: true}, nil, nil
}

func (*bothWays) Settings(context.Context, assistant.TenantID) (assistant.Settings, error) {
	return assistant.DefaultSettings(), nil
}

// inboxOver is an inbox where nobody is at work.
func inboxOver(w intake) *Inbox {
	return &Inbox{store: w, teams: teamOf(), hints: hints{queue: quiet{}}, received: newReception(nil, Limits{}), now: time.Now, log: slog.New(slog.DiscardHandler)}
}

// TestWhereNobodyIsAtWorkNothingIsTakenInHand: a conversation that is held by nobody would wait for the hold to end.
func TestWhereNobodyIsAtWorkNothingIsTakenInHand(t *testing.T) {
	w := &bothWays{}
	if _, err := inboxOver(w).Receive(t.Context(), assistant.Inbound{Tenant: "t", Text: "please", From: assistant.Identity{Surface: assistant.SurfaceSlack, External: "U"}}); err != nil {
		t.Fatal(err)
	}
	if w.plain != 1 || w.taking != 0 {
		t.Errorf("received %d times, and %d times with a hold", w.plain, w.taking)
	}
}

// TestWhoIsSignedInIsHeardAsThemselves: what a platform would say of an account is of those alone who come by one.
func TestWhoIsSignedInIsHeardAsThemselves(t *testing.T) {
	for _, standing := range []assistant.Standing{"", assistant.StandingUnknown, assistant.StandingGuest} {
		for _, person := range []assistant.PersonID{"", "anna"} {
			w := &bothWays{}
			_, err := inboxOver(w).Receive(t.Context(), assistant.Inbound{
				Tenant: "t", Person: person, Text: "please", From: assistant.Identity{Surface: assistant.SurfaceSlack, External: "U", Standing: standing},
			})
			if heard := person != "" || standing == ""; (err == nil) != heard || w.plain > 0 != heard {
				t.Errorf("%q by an account that is %q: %v, received %d times", person, standing, err, w.plain)
			}
		}
	}
}

// TestOnlyAMembersStopHaltsAtOnce: a guest's words, and words that are changed later, wait for their turn.
func TestOnlyAMembersStopHaltsAtOnce(t *testing.T) {
	for name, c := range map[string]struct {
		in   assistant.Inbound
		want bool
	}{
		"a stop":             {assistant.Inbound{Text: "stop"}, true},
		"said on a platform": {assistant.Inbound{Text: "stop", Change: assistant.ChangeSaid}, true},
		"changed into one":   {assistant.Inbound{Text: "stop", Change: assistant.ChangeEdited}, false},
		"a guest's":          {assistant.Inbound{Text: "stop", From: assistant.Identity{Standing: assistant.StandingGuest}}, false},
		"other words":        {assistant.Inbound{Text: "please stop by at the shop page"}, false},
	} {
		if got := (&Inbox{teams: teamOf()}).halts(c.in); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestWhatIsSaidAsideIsHeardOnThePanelAlone, where nobody but us is spoken to.
func TestWhatIsSaidAsideIsHeardOnThePanelAlone(t *testing.T) {
	for surface, aside := range map[assistant.Surface]bool{assistant.SurfaceSlack: true, assistant.SurfaceDiscord: true, assistant.SurfaceWeb: false} {
		for text, is := range map[string]bool{"(aside) we should ask Ben": true, "please": false} {
			if _, got := unheard(assistant.Inbound{Text: text, Place: assistant.Place{Surface: surface}}); got != (aside && is) {
				t.Errorf("%q on %s is said aside: %t", text, surface, got)
			}
		}
	}
}

// TestWhatIsApprovedForGoodIsSaidSo in the conversation, and what is approved once is not.
func TestWhatIsApprovedForGoodIsSaidSo(t *testing.T) {
	always := &assistant.StandingYes{Most: 20, Until: time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)}
	for want, b := range map[string]assistant.Body{
		"its like from now on: 20 times at most, until Wed 1 Apr 2026, 00:00 UTC": assistant.ApprovalDecided{Verdict: assistant.VerdictApproved, Standing: always},
		"Approved by Anna": assistant.ApprovalDecided{Verdict: assistant.VerdictApproved},
	} {
		got := actedText(b, "Anna")
		if !strings.Contains(got, want) || strings.Contains(got, "from now on") != strings.Contains(want, "from now on") {
			t.Errorf("%+v is told as %q", b, got)
		}
	}
}
