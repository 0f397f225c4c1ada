package orchestrator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator/queue"
	"github.com/aisteam/aisteam/orchestrator/tape"
)

// errInterrupted ends what a turn is doing because a person said stop, or something that is to be heard at once.
var errInterrupted = errors.New("a person said stop")

// interruption is what a turn was ended by.
type interruption struct {
	Mail assistant.Mail
	Stop bool // a stop; else words that have a turn of their own, which the turn makes way for
	Next bool // nothing came between the turn's words and it, and no other run goes on that it would stop, too

	Shown assistant.Draft // of the answer until then: what could be read of it stays
}

const (
	listenAfter = 100 * time.Millisecond // of a model call, before anybody listens: most are over sooner
	listenEvery = 10 * time.Second       // between looks where no news come: a look is a query, and a thousand may wait
)

// ears hear what is said in a conversation while its turn is at work.
type newMail interface {
	Newer(ctx context.Context, c assistant.Claim, after int64) ([]assistant.Mail, error)
}

// stoppable is what a stop in a conversation would end, every run of it that goes on, and what an undo may be about, all of them.
type stoppable interface {
	Runs(ctx context.Context, t assistant.TenantID, c assistant.ConversationID) ([]assistant.RunView, error)
	GoingOn(ctx context.Context, t assistant.TenantID, c assistant.ConversationID) ([]assistant.RunView, error)
}

// until works, and ends the work as soon as a person says stop or interrupts. of names the work, once in its turn. What ended it is on
// the turn's tape: whoever plays it listens to nobody.
func (a *asker) until(ctx context.Context, of string, work func(context.Context) error) error {
	var said *interruption
	var err error
	if a.turn.tape.Playing() {
		err = work(ctx)
	} else {
		said, err = a.listening(ctx, work)
	}
	said, missing := tape.Through(a.turn.tape, tape.Read, "an end to it", of, func() (*interruption, error) { return said, nil })
	switch {
	case missing != nil:
		return fmt.Errorf("read what ended it: %w", missing)
	case said != nil:
		a.turn.interrupt(*said)
		return errInterrupted
	default:
		return err
	}
}

// listening asks, and ends the asking as soon as a person says stop or interrupts, which it gives. Once somebody has, nothing is asked
// in the turn any more.
func (a *asker) listening(ctx context.Context, ask func(context.Context) error) (said *interruption, err error) {
	if a.turn.endedBy != nil {
		return nil, llm.ErrDisabled
	}
	asking, cancel := context.WithCancelCause(ctx)
	var listens sync.WaitGroup
	listens.Go(func() {
		if said = a.watch(asking); said != nil {
			cancel(errInterrupted)
		}
	})
	err = ask(asking)
	cancel(nil)
	listens.Wait()
	return said, err
}

// watch waits for a stop, or an interruption, until ctx ends. What cannot be read is left to the next look: a stop
// that is missed here is taken by its own turn.
func (a *asker) watch(ctx context.Context) *interruption {
	return listen(ctx, a.queue, a.turn.claim.Conversation, a.look)
}

// listen looks at a conversation whenever there is news of it, and now and then, until a look finds something or ctx ends. It begins
// late: most of what is listened beside is over sooner.
func listen[T any](ctx context.Context, q queue.Queue, c assistant.ConversationID, look func(context.Context) *T) *T {
	if pause(ctx, listenAfter) != nil {
		return nil
	}
	news := q.Listen(ctx, c)
	tick := time.NewTicker(listenEvery)
	defer tick.Stop()
	for {
		if said := look(ctx); said != nil {
			return said
		}
		for heard := false; !heard; {
			select {
			case <-ctx.Done():
				return nil
			case n := <-news:
				heard = n.Draft == "" && n.Activity == assistant.ActivityNone // those are of who is at work there
			case <-tick.C:
				heard = true
			}
		}
	}
}

// look asks once, on a goroutine that ends with it: a query needs more stack than a wait, and who waits keeps what it has needed once.
func (a *asker) look(ctx context.Context) (said *interruption) {
	var looks sync.WaitGroup
	looks.Go(func() { said = a.findInterruption(ctx, a.turn) })
	looks.Wait()
	return said
}

// findInterruption is what somebody has said since the turn's words that ends it, nil where nobody has. A stop goes before an interruption, and
// what is a command of its own is done meanwhile.
func (m *models) findInterruption(ctx context.Context, t *turn) *interruption {
	mails, err := m.live.newMail.Newer(ctx, t.claim, t.mails[len(t.mails)-1])
	if err != nil {
		return nil
	}
	if said := m.live.firstInterruption(ctx, t, mails); said != nil {
		return said
	}
	for _, mail := range mails {
		if mayCommand(mail.Message) {
			t.beside.doesCommand(context.WithoutCancel(ctx), mail) // it is half done where nobody waits for it
		}
	}
	return nil
}

// firstInterruption finds it among mails.
func (l live) firstInterruption(ctx context.Context, t *turn, mails []assistant.Mail) (out *interruption) {
	for i, mail := range mails {
		if _, said := mail.Message.Body.(assistant.Said); !said {
			continue
		}
		stop := t.team.ReadReply(mail.Message.Content).Intent == agents.ReplyStop
		if !stop && (out != nil || !t.interruptedBy(mail.Message)) {
			continue
		}
		if p, err := l.lookups.Person(ctx, t.claim.Tenant, mail.Message.Person); err != nil || p.Role == assistant.RoleGuest {
			continue
		}
		if out = (&interruption{Mail: mail, Stop: stop, Next: i == 0}); stop {
			out.Next = out.Next && l.alone(ctx, t)
			break
		}
	}
	return out
}

// alone tells whether a stop can mean nothing but the turn: no run of the conversation goes on beside it. Where that cannot be read, the
// stop has a turn of its own.
func (l live) alone(ctx context.Context, t *turn) bool {
	runs, err := l.ongoing.GoingOn(ctx, t.claim.Tenant, t.claim.Conversation)
	return err == nil && !slices.ContainsFunc(runs, func(v assistant.RunView) bool { return v.Run.ID != t.run || t.runGoesOn })
}

// steering is what becomes of words that come while the turn is at work.
func (t *turn) steering() assistant.Steering {
	return cmp.Or(t.sit.Settings.Steering, assistant.SteeringSteer)
}

// interruptedBy tells whether the turn makes way for words. Where it is set so, only the person whose words the turn is about interrupts
// it. What is done beside the turn needs no way. Decisions, their results and due times are not made way for: they have been waited for.
func (t *turn) interruptedBy(m assistant.Message) bool {
	if t.replacedBy(m) {
		return true // nobody waits for an answer to the words that it is said instead of
	}
	if said, ok := m.Body.(assistant.Said); ok && said.Background != "" {
		at, ok := t.cause().Body.(assistant.Said)
		return ok && said.Instead && at.Background == said.Background // a task that starts over leaves its own time before
	}
	_, words := t.cause().Body.(assistant.Said)
	return t.steering() == assistant.SteeringInterrupt && words && !mayCommand(m) && t.cause().Author == assistant.AuthorUser && m.Person == t.cause().Person
}

// replacedBy tells whether a message replaces the one that the turn is about.
func (t *turn) replacedBy(m assistant.Message) bool {
	newer, ok := m.Body.(assistant.Said)
	at, words := t.cause().Body.(assistant.Said)
	return ok && words && newer.Replaces != "" && newer.Replaces == cmp.Or(at.Replaces, t.cause().ID)
}

// interrupt notes what the turn is ended by. A stop is taken with it, unless a run goes on that it stops, too, or may by then: what came
// between has turns of its own, and may be a yes.
func (t *turn) interrupt(h interruption) {
	t.endedBy = &h
	if h.Stop && h.Next {
		t.mails = append(t.mails, h.Mail.ID)
	}
}

// saysInterrupted ends a turn that was stopped while it was at work on words: nothing of what it was about to say or start is left.
func (t *turn) saysInterrupted() {
	if unasked(t.endedBy.Mail.Message.Body) && !t.endedBy.Stop {
		t.reply(t.words().Say("I have stopped this, as the automation is due again. Nothing was changed by it."), false)
		return
	}
	said := t.words().Say("I have stopped, as you asked. Nothing was changed by it.")
	if !t.endedBy.Stop {
		said = t.words().Say("I have left this for what you say now: “%s”. Nothing was changed by it.", firstLine(t.endedBy.Mail.Message.Content))
	}
	var offers []string
	if t.resumes && t.endedBy.Stop {
		said += " " + t.words().Say("Say “continue” if it shall go on.")
		offers = toGoOn(t.words())
	}
	if so := t.endedBy.Shown; so.Text != "" {
		t.say("reply", assistant.Message{
			Agent: so.Agent, Kind: assistant.KindMessage, Content: so.Text, Body: assistant.Said{Next: offers, Note: said, Rehearsal: so.Rehearsal, Stopped: true},
		})
		return
	}
	t.say("reply", assistant.Message{
		Agent: assistant.Chief, Kind: assistant.KindMessage, Content: said, Body: assistant.Said{Next: offers, Stopped: true},
	})
}

// steer takes up what people have said since the newest step: their words reach the model with its next call, as theirs. Words
// that decide, that ask for something of their own, or that come where something else is open, have turns of
// their own. Commands are done here, and a stop among them ends the turn.
func (a *acting) steer(ctx context.Context) error {
	mails, err := a.newMail.Newer(ctx, a.turn.claim, a.turn.mails[len(a.turn.mails)-1])
	if err != nil {
		return fmt.Errorf("hear what was said since: %w", err)
	}
	if said := (live{a.newMail, a.lookups, a.ongoing}).firstInterruption(ctx, a.turn, mails); said != nil {
		a.turn.interrupt(*said)
		return errInterrupted
	}
	if mails, err = a.turn.withoutCommands(ctx, mails); err != nil {
		return err
	}
	sit := a.turn.sit
	if sit.Question != nil || sit.Plan != nil || len(sit.Approvals) > 0 {
		mails = nil
	}
	for _, m := range mails {
		text, ok := a.takesUp(m.Message)
		if !ok {
			break // and what comes after it waits as long
		}
		p, err := a.lookups.Person(ctx, a.turn.claim.Tenant, m.Message.Person)
		if err != nil {
			return fmt.Errorf("read who said it: %w", err)
		}
		if p.Role == assistant.RoleGuest || a.bounds.refuse(ctx, m.Message.Tenant, p.ID) != nil {
			break
		}
		if err := a.Add(a, loop.Record{Message: llm.TextMessage(llm.RoleUser, llm.Said(p.Name, text)), Heard: m.Message.ID, By: []assistant.PersonID{p.ID}, Words: text}); err != nil {
			return err
		}
		line := a.turn.words().Say("%s has read what you said meanwhile: “%s”", a.Agent.Name, firstLine(m.Message.Content))
		if err := a.turn.thinks(ctx, a.Agent.ID, line, assistant.Thought{Phase: assistant.PhaseExecution, Heard: m.Message.ID}); err != nil {
			return err
		}
		a.turn.mails = append(a.turn.mails, m.ID)
	}
	return nil //nolint:nilerr // words that are too much have a turn of their own, which says so
}

// takeCommands does the commands that people have said since, where nothing else of their words is taken up.
func (a *acting) takeCommands(ctx context.Context) error {
	mails, err := a.newMail.Newer(ctx, a.turn.claim, a.turn.mails[len(a.turn.mails)-1])
	if err != nil {
		return fmt.Errorf("hear what was said since: %w", err)
	}
	_, err = a.turn.withoutCommands(ctx, mails)
	return err
}

// takesUp gives the words that the agent hears at its next step; false where they have a turn of their own: what is like an example of a request
// is one, and whoever asks two things at once gets two answers.
func (a *acting) takesUp(m assistant.Message) (text string, ok bool) {
	said, ok := m.Body.(assistant.Said)
	if !ok || said.Replaces != "" || len(said.Files) > 0 || strings.TrimSpace(m.Content) == "" || a.turn.team.ReadReply(m.Content).Intent != agents.ReplyWords {
		return "", false
	}
	if a.turn.steering() != assistant.SteeringSteer {
		return "", false
	}
	return m.Content, len(a.turn.team.Examples().Find(m.Content)) == 0
}

// heardBefore takes the mail with the turn whose words the session has taken up already, before its turn was begun again.
func (a *acting) heardBefore(ctx context.Context) error {
	mails, err := a.newMail.Newer(ctx, a.turn.claim, a.turn.mail.ID)
	if err != nil {
		return fmt.Errorf("find what was heard before: %w", err)
	}
	for _, m := range mails {
		if a.Records.Heard(m.Message.ID) {
			a.turn.mails = append(a.turn.mails, m.ID)
		}
	}
	return nil
}
