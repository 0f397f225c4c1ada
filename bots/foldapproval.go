package bots

import (
	"cmp"
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// foldApprovals draws approvals: a single action, or the actions of one step of an agent together.
func foldApprovals(ms []assistant.Message, names Names) (Card, bool) {
	var all []ApprovalCard
	for _, m := range ms {
		b, ok := m.Body.(assistant.ApprovalRequested)
		if !ok || slices.ContainsFunc(all, func(c ApprovalCard) bool { return c.Approval.ID == b.Approval.ID }) {
			continue
		}
		all = append(all, foldApproval(b, ms, names))
	}
	if len(all) < 2 {
		if len(all) == 0 {
			return nil, false
		}
		return all[0], true
	}
	slices.SortStableFunc(all, func(a, b ApprovalCard) int { return cmp.Compare(a.Approval.Number, b.Approval.Number) })
	return StepCard{Language: names.Language, Run: all[0].Approval.Run, Actions: all}, true
}

// foldApproval draws one action: the first decision on it counts.
func foldApproval(asked assistant.ApprovalRequested, ms []assistant.Message, names Names) ApprovalCard {
	a := asked.Approval
	card := ApprovalCard{
		Language: names.Language, Approval: a, Rehearsal: asked.Rehearsal, RequestedBy: names.Person(a.RequestedBy), Deciders: names.DecidersBy(a.Rule, a.RequestedBy), State: assistant.ApprovalPending,
	}
	var yeses []assistant.PersonID
	var called []string
	var counted []assistant.Yes
	says := func(m assistant.Message, as *assistant.Capacity) {
		if !slices.Contains(yeses, m.Person) {
			yeses, called = append(yeses, m.Person), append(called, Clip(OneLine(names.inStead(m.Person, inSteadOf(as))), namedInDeciders))
			counted = append(counted, assistant.Yes{Approval: a.ID, Person: m.Person, As: assistant.Capacity{For: inSteadOf(as)}, At: m.At})
		}
	}
	for _, m := range ms {
		if b, ok := m.Body.(assistant.ApprovalBacked); ok && b.Approval == a.ID {
			says(m, b.As)
		}
	}
	for _, m := range ms {
		if b, ok := m.Body.(assistant.ApprovalDecided); ok && b.Approval == a.ID {
			card.State, _ = b.Verdict.ApprovalStatus() // of one that is unknown, it is withdrawn
			if b.Verdict == assistant.VerdictChanges {
				card.State = assistant.ApprovalSentBack
			}
			card.Approval.Preview.Link = "" // what was staged is gone or live
			if b.Changed() {
				card.Changes = assistant.ArgumentChanges(a.Arguments, b.Arguments)
			}
			card.DecidedBy, card.DecidedAt, card.Note = names.inStead(m.Person, inSteadOf(b.As)), m.At, b.Note
			if b.Verdict == assistant.VerdictApproved {
				says(m, b.As)
			}
			if s := b.Standing; s != nil {
				card.Stands, card.Standing = s.Until, names.Words().Say("Its like is approved from now on: %d times at most, until", s.Most)
				if s.Background != "" {
					card.Standing = names.Words().Say("Its like in this automation is approved from now on: %d times at most, until", s.Most)
				}
			}
			break
		}
	}
	card.Counted = names.Counted(a.Rule, called)
	if card.Open() {
		card.Lacking = names.Lacking(a.ID, a.Rule, a.RequestedBy, counted)
	}
	return card
}

// inSteadOf is in whose stead something was decided by a right; "" in nobody's.
func inSteadOf(as *assistant.Capacity) assistant.PersonID {
	if as == nil {
		return ""
	}
	return as.For
}
