package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
)

const (
	noteGuestDecides = "You are a guest here, or of another workspace, so this is not yours to decide; nothing was changed. " +
		"Ask somebody of this workspace: whoever asked for it, an approver or an admin."
	noteUnknownDecides = "I could not find out just now whether you belong to this workspace, so nothing was changed. Please try again in a minute."
)

// errWho says that nobody knows just now who somebody is: what they said is to be brought again.
var errWho = errors.New("the platform does not say who this is")

// welcome tells whether what somebody said is taken. What is said by whom nothing is known just now is not: the platform
// brings it again, or it is read back, and by then it may be known.
func (i *Inbox) welcome(ctx context.Context, in assistant.Inbound) error {
	if in.Person == "" && in.From.Standing == assistant.StandingUnknown {
		return fmt.Errorf("receive from %s: %w", in.Place.Surface, errWho)
	}
	if in.Person != "" || !in.From.Standing.Outside() {
		return nil
	}
	set, err := i.store.Settings(ctx, in.Tenant)
	switch {
	case err != nil:
		return fmt.Errorf("receive from %s: %w", in.Place.Surface, err)
	case set.GuestsTalk:
		return nil
	}
	i.log.InfoContext(ctx, "words refused", slog.String("tenant", string(in.Tenant)), slog.String("surface", string(in.Place.Surface)),
		slog.String("person", in.From.External), slog.String("rule", "guests do not talk"))
	return fmt.Errorf("receive from %s: %w", in.Place.Surface, assistant.ErrGuest)
}

// notYours tells somebody who may not decide who may, whichever way they tried.
func notYours(set assistant.Settings) string {
	if set.MembersApprove {
		return "Only the person who asked for this, an approver or an admin may decide it."
	}
	return "Here only an approver or an admin may decide it. Ask one of them; it stays open."
}

// refuses says why a person may not do what they want to, in words for them alone.
func (i *Inbox) refuses(ctx context.Context, act assistant.Act, p assistant.Person, s *subject) (string, error) {
	_, rates := act.Body.(assistant.Rated)
	if !s.guarded && (p.Role != assistant.RoleGuest || rates) {
		return "", nil
	}
	set, err := i.store.Settings(ctx, act.Tenant)
	if err != nil {
		return "", fmt.Errorf("act on %s: %w", s.ref, err)
	}
	var note, rule string
	switch {
	case p.Role == assistant.RoleGuest && act.From.Standing == assistant.StandingUnknown:
		note, rule = noteUnknownDecides, "who is not known decides nothing"
	case p.Role == assistant.RoleGuest:
		note, rule = noteGuestDecides, "guests decide nothing"
	case s.approval != nil:
		d, _ := s.body.(assistant.ApprovalDecided)
		r, err := i.inStead(act.Tenant).ruleOn(ctx, *s.approval, d, approvals.Who{Person: p, From: act.From}, set)
		if err != nil {
			return "", err
		}
		if r.body != nil {
			s.body, s.of = r.body, r.of
			return "", nil
		}
		note, rule = r.note, r.rule
	case s.question != nil && assistant.MayAnswer(p, *s.question, s.requestedBy), s.question == nil && assistant.MayDecide(p, set, s.requestedBy):
		return "", nil
	case s.question != nil:
		note, rule = notYours(assistant.Settings{MembersApprove: true}), "others let nothing go on"
	}
	if note == "" {
		of, err := i.planInStead(ctx, act, p, s, set)
		if err != nil || of {
			return "", err
		}
		note, rule = notYours(set), "others decide only as approvers"
		if !set.MembersApprove {
			rule = "members do not approve"
		}
	}
	i.log.InfoContext(ctx, "act refused", slog.String("tenant", string(act.Tenant)), slog.String("person", string(p.ID)),
		slog.String("act", act.Body.Type()), slog.String("rule", rule))
	return note, nil
}

// guest tells whether the turn's words are a guest's.
func (t *turn) guest() bool { return t.sit.Person.Role == assistant.RoleGuest }

// forGuest leaves a guest's turn nothing of the tenant but the conversation that the guest takes part in.
func (t *turn) forGuest() {
	if t.guest() {
		t.sit = t.sit.ForGuest()
	}
}

// saidByGuest handles what a guest said: it decides nothing, starts no plan, and gets an answer in words.
func (s *Supervisor) saidByGuest(ctx context.Context, t *turn, text string, reply agents.Reply) error {
	if acts := reply.Intent == agents.ReplyStop || reply.Intent == agents.ReplyUndo || reply.Intent == agents.ReplyRetry; !acts {
		return s.fresh(ctx, t, text)
	}
	s.log.InfoContext(ctx, "words start nothing", slog.String("tenant", string(t.claim.Tenant)), slog.String("conversation", string(t.claim.Conversation)),
		slog.String("person", string(t.cause().Person)), slog.String("rule", "guests start no plan"))
	t.reply(t.words().Say(llm.GuestWork), false)
	return nil
}
