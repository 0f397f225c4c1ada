package orchestrator

import (
	"errors"
	"time"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/wording"
)

// What people read who decide on an action on which a rule says who decides.
const (
	noteByRule  = "Here it is laid down who approves this, and you are not among them, or you asked for it yourself. Nothing was changed; its card says who may."
	noteBacked  = "You have approved this already, and more people have to. It stays open until they have."
	noteAsShown = "What several people approve, or what is approved for good, is approved as it is shown, so its arguments cannot be changed here. Nothing was decided."
	noteNoGood  = "This cannot be approved for good: it cannot be undone, or several people have to approve it each time. Nothing was decided; approve it this once."
	noteNoEnd   = "An action is approved for good until midnight, for 7 days or for 30 days. Nothing was decided; choose one of these."
	noteInStead = "Whoever decides for somebody else approves nothing for good. Nothing was decided; approve it this once."
)

// notADecider is the rule by which somebody's decision is none for want of a right.
const notADecider = "not-a-decider"

// countedTries bounds how often a yes is counted anew since somebody else said one at the same moment.
const countedTries = 8

// approvalRuling is what somebody's decision on an action comes to: what is written of it, or why it is nothing.
type approvalRuling struct {
	body assistant.Body // nil where it is nothing
	of   string         // who it was decided for, as they are called; "" where nobody else
	note string         // why, for them alone
	rule string         // the same for operators
}

// ruleOn rules on a decision about an action. The same rule holds for clicks, forms, programs and words.
func ruleOn(a assistant.ApprovalRecord, d assistant.ApprovalDecided, who approvals.Who, set assistant.Settings, now time.Time) approvalRuling {
	on := approvals.On{Rule: a.Rule, Settings: set, RequestedBy: a.RequestedBy, ExpiresAt: a.ExpiresAt, Now: now}
	d.As, d.Standing = nil, nil
	d = wantedOtherwise(a.Approval, d)
	if d.Verdict != assistant.VerdictApproved {
		d.Always, d.Lasts = false, ""
		as, may := approvals.No(who, on)
		if !may {
			return approvalRuling{note: mayNot(a, set), rule: notADecider}
		}
		if as.For != "" {
			d.As = &as
		}
		return approvalRuling{body: d}
	}
	next, as := approvals.Yes(who, on, a.Yeses)
	forGood := as // who may decide only because the end is near approves nothing for good by it
	forGood.Late = false
	switch {
	case next == approvals.NextRefused:
		return approvalRuling{note: mayNot(a, set), rule: notADecider}
	case next == approvals.NextAgain:
		return approvalRuling{note: noteBacked, rule: "counted-already"}
	case d.Changed() && (a.Rule.Count() > 1 || d.Always):
		return approvalRuling{note: noteAsShown, rule: "approved-as-shown"}
	case d.Always && (!a.Standing || a.Irreversible || next == approvals.NextBacks):
		return approvalRuling{note: noteNoGood, rule: "never-for-good"}
	case d.Always && as.For != "":
		return approvalRuling{note: noteInStead, rule: "never-for-good"}
	case d.Always && !d.Lasts.Valid():
		return approvalRuling{note: noteNoEnd, rule: "no-such-end"}
	case next == approvals.NextBacks:
		return approvalRuling{body: assistant.ApprovalBacked{Approval: a.ID, Hash: a.Hash, Card: a.Card(), As: &as}}
	}
	if a.Rule != nil || as.For != "" {
		d.As = &as
	}
	if !d.Always {
		d.Lasts = ""
	}
	if d.Always {
		until := d.Lasts.Until(now, who.Person.Zone)
		if most := now.Add(assistant.GroupYesLasts); approvals.ByGroupAlone(on, who.Person.ID, forGood) && until.After(most) {
			until = most
		}
		d.Standing = &assistant.StandingYes{
			ID: assistant.StandingOf(a.ID), Most: assistant.StandingUses, Until: until, As: forGood, Background: a.Background,
		}
		if a.Background != "" {
			d.Standing.Target = a.Preview.Target
		}
	}
	return approvalRuling{body: d}
}

// closedTo says why an action is not to be decided any more as somebody decides, whoever it is: it is settled, or not what they were
// shown; "" while it is.
func closedTo(a assistant.ApprovalRecord, d assistant.ApprovalDecided) string {
	switch {
	case a.Status != assistant.ApprovalPending:
		return approvalClosed(a.Status)
	case d.Hash != "" && d.Hash != a.Hash:
		return noteMoved
	default:
		return ""
	}
}

// mayNot tells somebody who may not decide on an action who may.
func mayNot(a assistant.ApprovalRecord, set assistant.Settings) string {
	if a.Rule != nil {
		return noteByRule
	}
	return notYours(set)
}

// backedText says in the conversation that one of several yeses was said.
func backedText(who string, w wording.Words) string {
	if who == "" {
		who = w.Say("a person")
	}
	return w.Say("Approved by %s, and more people have to", who)
}

// alwaysText says in the conversation that the like of an action is approved from now on.
func alwaysText(who string, s assistant.StandingYes, w wording.Words) string {
	if who == "" {
		who = w.Say("a person")
	}
	until := w.Tell(background.Moment(assistant.BackgroundTask{}, s.Until))
	if s.Background != "" {
		return w.Say("Approved by %s, and its like in this automation from now on: %d times at most, until %s", who, s.Most, until)
	}
	return w.Say("Approved by %s, and its like from now on: %d times at most, until %s", who, s.Most, until)
}

// countedAnew tells whether a decision has to be ruled on again: somebody else's came at the same moment.
func countedAnew(err error) bool { return errors.Is(err, assistant.ErrCounted) }
