package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// errHushed ends what a turn is doing because a person said stop.
var errHushed = errors.New("a person said stop")

const (
	hushAfter = 100 * time.Millisecond // of a model call, before anybody listens: most are over sooner
	hushLook  = 10 * time.Second       // between looks where no news come: a look is a query, and a thousand may wait
)

// ears hear what is said in a conversation while its turn is at work.
type ears interface {
	Newer(ctx context.Context, c assistant.Claim, after int64) ([]assistant.Mail, error)
}

// listening asks, and ends the asking as soon as a person says stop. Once somebody has, nothing is asked in the turn any more.
func (a *asker) listening(ctx context.Context, ask func(context.Context) error) error {
	if a.turn.hushed != nil {
		return llm.ErrDisabled
	}
	asking, cancel := context.WithCancelCause(ctx)
	var listens sync.WaitGroup
	var stop *assistant.Mail
	listens.Go(func() {
		if stop = a.watch(asking); stop != nil {
			cancel(errHushed)
		}
	})
	err := ask(asking)
	cancel(nil)
	listens.Wait()
	if stop != nil {
		a.turn.hush(*stop)
		return errHushed
	}
	return err
}

// watch waits for a stop until ctx ends. What cannot be read is left to the next look: a stop that is missed here is taken by its
// own turn.
func (a *asker) watch(ctx context.Context) *assistant.Mail {
	if pause(ctx, hushAfter) != nil {
		return nil
	}
	news := a.queue.Listen(ctx, a.turn.claim.Conversation)
	tick := time.NewTicker(hushLook)
	defer tick.Stop()
	for {
		if stop := a.look(ctx); stop != nil {
			return stop
		}
		for heard := false; !heard; {
			select {
			case <-ctx.Done():
				return nil
			case n := <-news:
				heard = n.Draft == "" && n.Activity == assistant.ActivityNone // those are the turn's own
			case <-tick.C:
				heard = true
			}
		}
	}
}

// look asks once whether somebody has said stop, on a goroutine that ends with it: a query needs more stack than a wait, and who waits
// keeps what it has needed once.
func (a *asker) look(ctx context.Context) (stop *assistant.Mail) {
	var looks sync.WaitGroup
	looks.Go(func() { stop = a.stopped(ctx, a.turn) })
	looks.Wait()
	return stop
}

// stopped is the stop that somebody has said since the turn's words, nil where nobody has.
func (m *models) stopped(ctx context.Context, t *turn) *assistant.Mail {
	mails, err := m.ears.Newer(ctx, t.claim, t.mail.ID)
	if err != nil {
		return nil
	}
	for _, mail := range mails {
		if _, said := mail.Message.Body.(assistant.Said); !said || agents.ReadReply(mail.Message.Content).Intent != agents.ReplyStop {
			continue
		}
		if p, err := m.works.Person(ctx, t.claim.Tenant, mail.Message.Person); err == nil && p.Role != assistant.RoleGuest {
			return &mail
		}
	}
	return nil
}

// hush notes who stopped the turn. Their words are taken with it, unless a run goes on that they stop, too.
func (t *turn) hush(stop assistant.Mail) {
	t.hushed = &stop
	if run := t.sit.Run; run == nil || run.Status.Ended() || run.ID == t.run {
		t.mails = append(t.mails, stop.ID)
	}
}

// sayHushed ends a turn that was stopped while it was at work on words: nothing of what it was about to say or start is left.
func (t *turn) sayHushed() {
	said := t.words().Say("I have stopped, as you asked. Nothing was changed by it.")
	var offers []string
	if t.resumes {
		said += " " + t.words().Say("Say “continue” if it shall go on.")
		offers = toGoOn(t.words())
	}
	t.say("reply", assistant.Message{
		Agent: assistant.Chief, Kind: assistant.KindMessage, Content: said, Body: assistant.Said{Next: offers},
	})
}

// steer takes up what people have said since the newest step: their words reach the model with its next call, as theirs. Words
// that decide, that ask for something of their own, or that come where something else is open, have turns of their own.
func (a *acting) steer(ctx context.Context) error {
	mails, err := a.ears.Newer(ctx, a.turn.claim, a.turn.mails[len(a.turn.mails)-1])
	if err != nil {
		return fmt.Errorf("hear what was said since: %w", err)
	}
	sit := a.turn.sit
	if sit.Question != nil || sit.Plan != nil || len(sit.Approvals) > 0 {
		mails = nil
	}
	for _, m := range mails {
		said, ok := m.Message.Body.(assistant.Said)
		if !ok || len(said.Files) > 0 || strings.TrimSpace(m.Message.Content) == "" || asksAnew(a.vocabulary, m.Message) ||
			agents.ReadReply(m.Message.Content).Intent != agents.ReplyWords {
			break // and what comes after it waits as long
		}
		p, err := a.works.Person(ctx, a.turn.claim.Tenant, m.Message.Person)
		if err != nil {
			return fmt.Errorf("read who said it: %w", err)
		}
		if p.Role == assistant.RoleGuest || a.bounds.refuse(ctx, m.Message.Tenant, p.ID) != nil {
			break
		}
		if err := a.add(agents.Record{Message: llm.TextMessage(llm.RoleUser, llm.Said(p.Name, m.Message.Content)), Heard: m.Message.ID, Words: m.Message.Content}); err != nil {
			return err
		}
		if err := a.turn.Think(ctx, a.agent.ID, assistant.PhaseExecution, a.turn.words().Say("%s has read what you said meanwhile: “%s”", a.agent.Name, firstLine(m.Message.Content))); err != nil {
			return err
		}
		a.turn.mails = append(a.turn.mails, m.ID)
	}
	return nil //nolint:nilerr // words that are too much have a turn of their own, which says so
}

// heardBefore takes the mail with the turn whose words the session has taken up already, before its turn was begun again.
func (a *acting) heardBefore(ctx context.Context) error {
	mails, err := a.ears.Newer(ctx, a.turn.claim, a.turn.mail.ID)
	if err != nil {
		return fmt.Errorf("find what was heard before: %w", err)
	}
	for _, m := range mails {
		if slices.ContainsFunc(a.records, func(r agents.Record) bool { return r.Heard == m.Message.ID }) {
			a.turn.mails = append(a.turn.mails, m.ID)
		}
	}
	return nil
}
