package orchestrator

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/metrics"
	"github.com/aisteam/aisteam/wording"
)

// Inbox is the way in for every surface: it makes what people say and do durable, authorises what they decide, and hints
// that there is mail. It asks no model and does no work.
type Inbox struct {
	store    intake
	subjects subjects
	offers   offers
	messages messages
	named    delegates
	rooms    rooms
	teams    teams
	hints    hints
	received *reception // where mail is taken in hand as it comes, where there is room
	bounds   *bounds
	now      func() time.Time
	log      *slog.Logger
	meter    *metrics.Metrics
}

// Receive takes what a person said, changed or took back. When it returns, the message is durable; a key seen before is
// answered with Known and writes nothing. A guest's words are [assistant.ErrGuest] where nobody lets guests talk, and nothing
// of them is kept.
func (i *Inbox) Receive(ctx context.Context, in assistant.Inbound) (assistant.Received, error) {
	start := i.now()
	if err := i.welcome(ctx, in); err != nil {
		return assistant.Received{}, err
	}
	if in.Person != "" && in.Conversation != "" {
		if err := i.enters(ctx, in.Tenant, in.Person, in.Conversation); err != nil {
			return assistant.Received{}, err
		}
	}
	if len(in.Files) > 0 {
		in.Files = sourced(in)
	}
	if len(in.Mentions) > 0 {
		var err error
		if in.Mentions, err = i.mentioned(ctx, in); err != nil {
			return assistant.Received{}, err
		}
	}
	in, aside := unheard(in)
	if aside {
		return assistant.Received{Known: true}, nil
	}
	in.Language, in.Halts = wording.Heard(in.Text), i.halts(in)
	got, taken, err := i.received.receiving(in.Tenant, func(lease time.Duration) (assistant.Received, *assistant.Taken, error) { //nolint:contextcheck // the turn outlives the request
		if lease == 0 {
			got, err := i.store.Receive(ctx, in)
			return got, nil, err
		}
		return i.store.ReceiveTaking(ctx, in, lease)
	})
	if err != nil {
		return assistant.Received{}, fmt.Errorf("receive from %s: %w", in.Place.Surface, err)
	}
	if !got.Known {
		if !taken {
			i.hints.mail(ctx, in.Tenant)
			i.hints.heard(ctx, in.Tenant, got.Conversation)
		}
		i.meter.Appended(in.Place.Surface, []assistant.Message{{Kind: assistant.KindMessage, Body: assistant.Said{}}})
	}
	i.meter.Turn(metrics.StageAck, i.now().Sub(start))
	return got, nil
}

// unheard leaves out what people say aside; it tells where that is all of it, which is kept nowhere. What is made an aside afterwards
// is taken back.
func unheard(in assistant.Inbound) (heard assistant.Inbound, aside bool) {
	in.Before = assistant.Heard(in.Before)
	if !assistant.Aside(in.Text) || in.Place.Surface == assistant.SurfaceWeb {
		return in, false
	}
	if in.Change == assistant.ChangeEdited {
		in.Change, in.Text, in.Files = assistant.ChangeDeleted, "", nil
		return in, false
	}
	return in, true
}

// halts tells whether words say stop: from the moment that they are durable no call of a task of their conversation starts, until their
// turn has ended what they mean. A guest stops nothing.
func (i *Inbox) halts(in assistant.Inbound) bool {
	return (in.Change == "" || in.Change == assistant.ChangeSaid) && !in.From.Standing.Outside() && agents.Of(i.teams.Of(in.Tenant)).ReadReply(in.Text).Intent == agents.ReplyStop
}

// Act takes a decision, an answer, a stop, a retry or an undo. The first valid act on a subject wins; the others, and
// people who may not, get a note.
func (i *Inbox) Act(ctx context.Context, act assistant.Act) (assistant.Outcome, error) {
	out, err := i.act(ctx, act)
	if out.Note != "" {
		out.Note = i.tell(ctx, act, out)
	}
	return out, err
}

func (i *Inbox) act(ctx context.Context, act assistant.Act) (assistant.Outcome, error) {
	if b, ok := act.Body.(assistant.ApprovalDecided); ok && b.Approval == "" && (b.Card != "" || b.Message != "") {
		return i.together(ctx, act, b)
	}
	person, err := i.person(ctx, act)
	if err != nil {
		return assistant.Outcome{}, err
	}
	var out assistant.Outcome
	for range countedTries {
		if out, err = i.actAs(ctx, act, person); !countedAnew(err) {
			break
		}
	}
	return out, err
}

// actAs does it in the name of a person. [assistant.ErrCounted]: somebody else said yes at the same moment, and it counts otherwise now.
func (i *Inbox) actAs(ctx context.Context, act assistant.Act, person assistant.Person) (assistant.Outcome, error) {
	subject, err := i.subject(ctx, act)
	if err != nil {
		return assistant.Outcome{}, err
	}
	if err := i.comes(ctx, act, person, subject.conversation); err != nil {
		return assistant.Outcome{}, err
	}
	if subject.body == nil {
		subject.body = act.Body
	}
	if subject.closed != "" {
		return assistant.Outcome{Note: subject.closed, Conversation: subject.conversation}, nil
	}
	note, err := i.refuses(ctx, act, person, &subject)
	if note != "" || err != nil {
		return assistant.Outcome{Note: note, Conversation: subject.conversation}, err
	}
	if note := i.bounds.door(ctx, act, person.ID); note != "" {
		return assistant.Outcome{Note: note, TooMuch: true, Conversation: subject.conversation}, nil
	}
	m := assistant.Message{
		Tenant: act.Tenant, Conversation: subject.conversation, Author: assistant.AuthorUser, Person: person.ID,
		Kind: assistant.KindStatus, Body: subject.body, Run: subject.run, Key: act.Key,
		Content: cmp.Or(subject.content, actedText(subject.body, inSteadOf(person.Name, subject.of, wording.Words{}))),
	}
	if subject.says != "" {
		m.Kind, m.Content, m.Key = assistant.KindMessage, subject.says, "pressed/"+subject.ref
	}
	if m.Key == "" && !repeatable(act.Body) {
		m.Key = fmt.Sprintf("act/%s/%s/%s", subject.body.Type(), subject.ref, person.ID)
	}
	posted, err := i.store.Post(ctx, m)
	switch {
	case errors.Is(err, assistant.ErrDecided), errors.Is(err, assistant.ErrStopped):
		return assistant.Outcome{Note: i.late(ctx, act), Conversation: subject.conversation}, nil
	case errors.Is(err, assistant.ErrMoved):
		return assistant.Outcome{Note: noteMoved, Conversation: subject.conversation}, nil
	case err != nil:
		return assistant.Outcome{}, fmt.Errorf("act on %s: %w", subject.ref, err)
	}
	if subject.says != "" && posted.Person != person.ID {
		return assistant.Outcome{Note: notePressed, Conversation: subject.conversation}, nil
	}
	if subject.says == "" && act.Key == "" && !sameAct(posted.Body, m.Body) {
		return assistant.Outcome{Note: i.late(ctx, act), Conversation: subject.conversation}, nil
	}
	ms := []assistant.Message{posted}
	i.hints.mail(ctx, act.Tenant)
	i.hints.appended(ctx, act.Tenant, subject.conversation, ms)
	return assistant.Outcome{Done: true, Conversation: subject.conversation, Message: posted.ID}, nil
}

// repeatable tells whether a person may do the same again. What a subject takes once is known by subject and person; but
// something may have stood in the way of undoing before, people change their minds about an answer, and whoever left is invited again.
func repeatable(b assistant.Body) bool {
	switch b.(type) { //nolint:gochecksumtype // the rest are taken once
	case assistant.UndoRequested, assistant.Rated, assistant.MemberAdded, assistant.MemberRemoved:
		return true
	default:
		return false
	}
}

// sameAct tells whether what stands in the log is what a person just did, and not what they had done at the same moment elsewhere.
func sameAct(stands, did assistant.Body) bool {
	one, err := assistant.EncodeBody(stands)
	other, failed := assistant.EncodeBody(did)
	return err == nil && failed == nil && bytes.Equal(one, other)
}

func (i *Inbox) person(ctx context.Context, act assistant.Act) (assistant.Person, error) {
	if act.Person != "" {
		p, err := i.store.Person(ctx, act.Tenant, act.Person)
		if err != nil {
			return assistant.Person{}, fmt.Errorf("read person %s: %w", act.Person, err)
		}
		return p, nil
	}
	p, err := i.store.PersonFor(ctx, act.Tenant, act.From)
	if err != nil {
		return assistant.Person{}, fmt.Errorf("find person of %s: %w", act.From.Surface, err)
	}
	return p, nil
}

// subject is what an act is about.
type subject struct {
	ref          string
	conversation assistant.ConversationID
	run          assistant.RunID
	requestedBy  assistant.PersonID
	question     *assistant.Clarification  // that it answers
	guarded      bool                      // not everybody may do it
	closed       string                    // why it cannot be acted on any more; "" while it can
	over         string                    // how it stands, where that is told only once it was refused: the same act may come twice
	body         assistant.Body            // the act with the hash of what it decides on; nil where it decides on nothing
	approval     *assistant.ApprovalRecord // that it decides on
	of           string                    // in whose stead it is done, as they are called; "" for nobody's
	content      string                    // what the log says of the act, where that takes more than who did it
	says         string                    // the words that the act says in the person's name; "" for one that says nothing
}

func (i *Inbox) subject(ctx context.Context, act assistant.Act) (subject, error) {
	switch b := act.Body.(type) { //nolint:gochecksumtype // the rest are not acts of people
	case assistant.PlanDecided:
		p, status, conversation, err := i.subjects.Plan(ctx, act.Tenant, b.Plan, b.Version)
		if err != nil {
			return subject{}, fmt.Errorf("read plan %s version %d: %w", b.Plan, b.Version, err)
		}
		s := subject{ref: fmt.Sprintf("%s/%d", p.ID, p.Version), conversation: conversation, requestedBy: p.RequestedBy, guarded: true}
		b.DryRun = b.DryRun && b.Verdict == assistant.VerdictChanges
		s.guarded = !b.DryRun // it decides nothing, and shows the same plan again
		switch {
		case status != assistant.PlanOpen:
			s.closed = planClosed(status)
		case b.Hash != "" && b.Hash != p.Hash:
			s.closed = noteMoved
		case b.Unseen && b.Verdict == assistant.VerdictApproved && !p.MayGoUnseen():
			s.closed = noteUnseen
		}
		b.For = ""
		b.Hash, b.Unseen = p.Hash, b.Unseen && b.Verdict == assistant.VerdictApproved
		s.body = b
		return s, nil
	case assistant.ApprovalDecided:
		a, err := i.subjects.Approval(ctx, act.Tenant, b.Approval)
		if err != nil {
			return subject{}, fmt.Errorf("read approval %s: %w", b.Approval, err)
		}
		s := subject{ref: string(a.ID), conversation: a.Conversation, run: a.Run, requestedBy: a.RequestedBy, guarded: true}
		s.closed = closedTo(a, b)
		b.Hash, b.Card = a.Hash, a.Card()
		if note, err := i.changed(i.teams.Of(act.Tenant), &b, a.Approval); note != "" || err != nil {
			s.closed = cmp.Or(s.closed, note)
			return s, err
		}
		s.body, s.approval = b, &a
		return s, nil
	case assistant.Answered:
		c, conversation, asked, open, err := i.subjects.Clarification(ctx, act.Tenant, b.Clarification)
		if err != nil {
			return subject{}, fmt.Errorf("read clarification %s: %w", b.Clarification, err)
		}
		s := subject{ref: string(c.ID), conversation: conversation, requestedBy: asked, question: &c, guarded: c.Escalated != ""}
		if !open {
			s.closed = noteAnswered
		}
		return s, nil
	case assistant.StopRequested:
		if b.Task != "" {
			return i.taskSubject(ctx, act, b.Run, b.Task, false)
		}
		return i.runSubject(ctx, act, b.Run, false)
	case assistant.RetryRequested:
		if b.Task != "" {
			return i.taskSubject(ctx, act, b.Run, b.Task, true)
		}
		return i.runSubject(ctx, act, b.Run, true)
	case assistant.UndoRequested:
		return i.runSubject(ctx, act, b.Run, true)
	case assistant.Rated:
		conversation, err := i.subjects.ConversationOf(ctx, act.Tenant, b.Message)
		if err != nil {
			return subject{}, fmt.Errorf("find answer %s: %w", b.Message, err)
		}
		return subject{ref: string(b.Message), conversation: conversation}, nil
	case assistant.MemberAdded:
		return i.membership(ctx, act, b.Person)
	case assistant.MemberRemoved:
		return i.membership(ctx, act, b.Person)
	case assistant.Said:
		return i.offered(ctx, act, b)
	default:
		return subject{}, fmt.Errorf("a %s is not something a person does: %w", act.Body.Type(), assistant.ErrNotFound)
	}
}

func (i *Inbox) runSubject(ctx context.Context, act assistant.Act, id assistant.RunID, guarded bool) (subject, error) {
	v, err := i.subjects.Run(ctx, act.Tenant, id)
	if err != nil {
		return subject{}, fmt.Errorf("read run %s: %w", id, err)
	}
	// A run may be retried and undone more than once: the number of tries keeps the acts apart.
	return subject{
		ref: fmt.Sprintf("%s/%d", id, attempts(v.Tasks)), conversation: v.Run.Conversation, run: id, requestedBy: v.Run.RequestedBy, guarded: guarded,
		over: runOver(act.Body, v.Run.Status),
	}, nil
}

// late says how a subject stands that somebody else was faster with.
func (i *Inbox) late(ctx context.Context, act assistant.Act) string {
	if s, err := i.subject(ctx, act); err == nil {
		return cmp.Or(s.closed, s.over, noteFaster)
	}
	return noteFaster
}

func actedText(b assistant.Body, who string) string {
	switch b := b.(type) { //nolint:gochecksumtype // only acts of people
	case assistant.PlanDecided:
		if b.DryRun {
			return who + " asked to see everything first"
		}
		if b.Unseen {
			return decisionText(b.Verdict, who, wording.Words{}) + ", to be published without being shown first"
		}
		return decisionText(b.Verdict, who, wording.Words{})
	case assistant.ApprovalDecided:
		if b.Standing != nil {
			return alwaysText(who, *b.Standing, wording.Words{})
		}
		if b.Changed() {
			return decisionText(b.Verdict, who, wording.Words{}) + ", with other arguments than were shown"
		}
		return decisionText(b.Verdict, who, wording.Words{})
	case assistant.ApprovalBacked:
		return backedText(who, wording.Words{})
	case assistant.Answered:
		return "Answered by " + who
	default:
		return actText(b, who, wording.Words{})
	}
}
