package orchestrator

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"sync"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator/tape"
)

// sideCommands does the commands that are said while a turn is at work, each in a turn of its own beside it: they are answered and out of
// the mailbox before the turn goes on, so that what is not allowed any more is not done.
type sideCommands struct {
	hand *heldConversation

	mu   sync.Mutex     // several models may be asked at once, and each asking listens
	read map[int64]bool // mails, and whether they were a command
}

// doesCommand tells whether a mail was a command, and has done and settled it then. What cannot be done now has a turn of its own later.
func (b *sideCommands) doesCommand(ctx context.Context, m assistant.Mail) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if done, known := b.read[m.ID]; known {
		return done
	}
	done, err := b.tryCommand(ctx, m)
	if err != nil {
		b.hand.log.WarnContext(ctx, "do what is said beside a turn", slog.String("conversation", string(m.Message.Conversation)), slog.Any("err", err))
		return false
	}
	if b.read == nil {
		b.read = map[int64]bool{}
	}
	b.read[m.ID] = done
	return done
}

func (b *sideCommands) tryCommand(ctx context.Context, m assistant.Mail) (bool, error) {
	h := b.hand
	mails := []assistant.Mail{m}
	t := h.begun(ctx, mails)
	defer t.close()
	var err error
	if t.sit, err = tape.Through(t.tape, tape.Read, "situation", "", func() (assistant.Situation, error) { return h.read.Situation(ctx, h.claim, m.Message) }); err != nil {
		return false, fmt.Errorf("read situation: %w", err)
	}
	if done, err := h.sups.on(t.tape).command(ctx, t); !done || err != nil {
		return false, err
	}
	if _, err = t.settle(ctx, false); err != nil {
		return false, fmt.Errorf("settle: %w", err)
	}
	return true, nil
}

// done are the mails that were settled beside the turn.
func (b *sideCommands) done() (out []int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, done := range b.read {
		if done {
			out = append(out, id)
		}
	}
	return out
}

// command does what the turn's words say where they are a command, as the supervisor would before anything else.
func (s *Supervisor) command(ctx context.Context, t *turn) (bool, error) {
	said, ok := t.cause().Body.(assistant.Said)
	if !ok || t.guest() {
		return false, nil
	}
	if s.bounds.admit(ctx, t, said); t.refused {
		return true, nil
	}
	return s.commands.take(ctx, t, t.cause().Content)
}

// withoutCommands are the mails left of those that have come since, once those are done that are commands. Whoever plays the turn does nothing of
// it: each has a record of its own.
func (t *turn) withoutCommands(ctx context.Context, mails []assistant.Mail) (left []assistant.Mail, err error) {
	for _, m := range mails {
		if mayCommand(m.Message) {
			done, err := tape.Through(t.tape, tape.Read, "a command", strconv.FormatInt(m.ID, 10), func() (bool, error) { return t.beside.doesCommand(ctx, m), nil })
			if err != nil {
				return nil, fmt.Errorf("read whether it was a command: %w", err)
			}
			if done {
				continue
			}
		}
		left = append(left, m)
	}
	return left, nil
}
