package bots

import (
	"cmp"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// Fold draws a slot from its messages. It is pure and total: the order the messages are given in does not matter, one
// given twice counts once, and those of other slots are left out, so that however a log was cut and put together again,
// the card is the same. It gives false where there is nothing to show (yet).
func Fold(slot assistant.Slot, ms []assistant.Message, names Names) (Card, bool) {
	ms = ordered(slot, ms)
	if slot == "" || len(ms) == 0 {
		return nil, false
	}
	kind, _, _ := strings.Cut(string(slot), ":")
	switch kind {
	case "said":
		return foldSaid(ms, names)
	case "thinking":
		return drawn(foldThinking(ms, names))
	case "ask":
		return drawn(foldAsk(ms, names))
	case "plan":
		return drawn(foldPlan(ms, names))
	case "run":
		return drawn(foldRun(ms, names))
	case "approval":
		return foldApprovals(ms, names)
	case "error":
		return drawn(foldError(ms, names))
	case "reminder":
		return drawn(foldReminder(ms, names))
	case "member":
		return drawn(foldMember(ms, names))
	default:
		return nil, false
	}
}

// drawn gives a card as one of the sealed set, where there is one.
func drawn[C Card](c C, ok bool) (Card, bool) {
	if !ok {
		return nil, false
	}
	return c, true
}

// ordered returns the slot's own messages by seq, each once. Messages for nobody's eyes are left out.
func ordered(slot assistant.Slot, ms []assistant.Message) []assistant.Message {
	if len(ms) == 1 && owns(slot, ms[0]) {
		return ms
	}
	own := make([]assistant.Message, 0, len(ms))
	for _, m := range ms {
		if owns(slot, m) {
			own = append(own, m)
		}
	}
	slices.SortStableFunc(own, func(a, b assistant.Message) int {
		return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.ID, b.ID))
	})
	return slices.CompactFunc(own, func(a, b assistant.Message) bool { return a.Seq == b.Seq && a.ID == b.ID })
}

// owns tells whether a message is a slot's, and for somebody's eyes.
func owns(slot assistant.Slot, m assistant.Message) bool {
	return m.Body != nil && slotOf(m) == slot && m.Kind != assistant.KindSystem
}

func slotOf(m assistant.Message) assistant.Slot {
	if m.Slot != "" {
		return m.Slot
	}
	return assistant.SlotOf(m)
}

// foldSaid draws words. Only their author changes them later.
func foldSaid(ms []assistant.Message, names Names) (Card, bool) {
	var first *assistant.Message
	for i := range ms {
		if _, ok := ms[i].Body.(assistant.Said); ok {
			first = &ms[i]
			break
		}
	}
	if first == nil {
		return nil, false
	}
	said, _ := first.Body.(assistant.Said)
	if first.Author != assistant.AuthorUser {
		return AnswerCard{
			Language: names.Language,
			Message:  first.ID, Conversation: first.Conversation, Agent: names.Speaker(first.Agent), Text: newest(ms, names.Words().Tell(first.Says())),
			Files: said.Files, Rehearsal: said.Rehearsal, Code: said.Code, Note: said.Note, Next: said.Next, Final: said.Final, Status: first.Kind == assistant.KindStatus, At: first.At,
		}, first.Content != "" || len(said.Files) > 0
	}
	card := UserCard{Message: first.ID, By: names.known(first.Person), Person: names.Person(first.Person), Text: first.Content, Files: said.Files, Calls: len(said.Mentions) > 0, Pressed: said.Pressed != nil, At: first.At}
	if said.Background != "" {
		card.Person = strings.TrimSpace(names.Words().Say("%s (automation)", card.Person))
	}
	for _, m := range ms {
		b, ok := m.Body.(assistant.Revised)
		switch {
		case !ok || card.Deleted || m.Author != assistant.AuthorUser:
		case b.Deleted:
			card.Deleted, card.Text, card.Files = true, "", nil
		default:
			card.Edited, card.Text = true, m.Content
		}
	}
	return card, true
}

// newest is what an agent's words are by now: it may have corrected them.
func newest(ms []assistant.Message, words string) string {
	for _, m := range ms {
		if _, ok := m.Body.(assistant.Revised); ok && m.Author == assistant.AuthorAssistant && m.Content != "" {
			words = m.Content
		}
	}
	return words
}

func foldThinking(ms []assistant.Message, names Names) (ThinkingCard, bool) {
	card := ThinkingCard{Language: names.Language, Slot: slotOf(ms[0])}
	for _, m := range ms {
		switch b := m.Body.(type) { //nolint:gochecksumtype // the rest belong to other slots
		case assistant.Thought:
			card.Lines = append(card.Lines, line(m, b, names))
		case assistant.Routed:
			card.Handoffs = handedOff(card.Handoffs, m, b)
		}
	}
	return card, len(card.Lines) > 0 || len(card.Handoffs) > 0
}

func line(m assistant.Message, b assistant.Thought, names Names) ThinkingLine {
	return ThinkingLine{Agent: names.Speaker(m.Agent), Phase: b.Phase, Text: names.Words().Tell(m.Says()), At: m.At}
}

// handedOff adds the routing's words if the agent changes. A hand-over to the same agent says nothing.
func handedOff(lines []string, m assistant.Message, b assistant.Routed) []string {
	if m.Content == "" || len(b.To) == 1 && b.To[0] == b.From {
		return lines
	}
	return append(lines, m.Content)
}

func foldPlan(ms []assistant.Message, names Names) (PlanCard, bool) {
	card := PlanCard{Language: names.Language}
	proposed, decided := false, false
	for _, m := range ms {
		if b, ok := m.Body.(assistant.PlanProposed); ok && !proposed {
			proposed = true
			card.Plan, card.Changes, card.Rehearsal = b.Plan, b.Changes, b.Rehearsal
			card.RequestedBy, card.Deciders = names.Person(b.Plan.RequestedBy), names.Deciders(b.Plan.RequestedBy)
			card.Groups = planGroups(b.Plan.Steps, names)
			if card.State = assistant.PlanOpen; b.AtOnce {
				card.AtOnce, card.State, card.DecidedAt = true, assistant.PlanApproved, m.At
			}
		}
	}
	for _, m := range ms {
		if b, ok := m.Body.(assistant.PlanDecided); ok && !decided {
			decided = true
			card.State, _ = b.Verdict.PlanStatus() // of one that is unknown, it is withdrawn
			card.DecidedBy, card.DecidedAt, card.Note, card.Unseen = names.inStead(m.Person, b.For), m.At, b.Note, b.Unseen
			card.DryRun = b.DryRun
		}
	}
	return card, proposed
}

func planGroups(steps []assistant.Step, names Names) []PlanGroup {
	var out []PlanGroup
	for i, s := range steps {
		at := slices.IndexFunc(out, func(g PlanGroup) bool { return g.Name == s.Group })
		if at < 0 {
			out, at = append(out, PlanGroup{Name: s.Group}), len(out)
		}
		out[at].Steps = append(out[at].Steps, PlanStep{Step: s, Number: i + 1, Owner: names.Speaker(s.Owner)})
	}
	slices.SortStableFunc(out, func(a, b PlanGroup) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

func foldAsk(ms []assistant.Message, names Names) (ClarificationCard, bool) {
	card := ClarificationCard{Language: names.Language}
	asked, answered := false, false
	for _, m := range ms {
		if b, ok := m.Body.(assistant.Asked); ok && !asked {
			asked = true
			card.Clarification, card.Agent, card.State = b.Clarification, names.Speaker(m.Agent), AskOpen
			card.Rehearsal = b.Rehearsal
		}
	}
	for _, m := range ms {
		if b, ok := m.Body.(assistant.Answered); ok && !answered {
			answered = true
			card.State = AskAnswered
			if b.Withdrawn {
				card.State = AskWithdrawn
			}
			card.Answers = answers(card.Clarification.Questions, b.Values)
			card.Text, card.AnsweredBy, card.AnsweredAt = b.Text, names.Person(m.Person), m.At
		}
	}
	return card, asked
}

func answers(qs []assistant.Question, values map[string]string) []AskAnswer {
	var out []AskAnswer
	for _, q := range qs {
		v, given := values[q.Key]
		if v = cmp.Or(v, q.Default); !given || v == "" {
			continue
		}
		if i := slices.IndexFunc(q.Options, func(o assistant.Option) bool { return o.Value == v }); i >= 0 {
			v = cmp.Or(q.Options[i].Label, v)
		}
		out = append(out, AskAnswer{Question: q.Text, Answer: v})
	}
	return out
}

func foldError(ms []assistant.Message, names Names) (ErrorCard, bool) {
	for _, m := range ms {
		if b, ok := m.Body.(assistant.Failed); ok {
			return ErrorCard{Language: names.Language, Message: m.ID, Cause: m.Cause, Problem: b.Problem, Agent: names.Speaker(m.Agent), At: m.At}, true
		}
	}
	return ErrorCard{}, false
}
