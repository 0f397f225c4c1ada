package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/orchestrator"
)

// steered says whether people speak in the midst of work, and of what seed what they do comes.
type steered struct {
	steers bool
	seed   uint64
}

// halt is a stop that a member said: between these moments it became durable.
type halt struct{ sent, acked int64 }

// clocked is the log of calls, with the moment at which each was asked for that was let start.
type clocked struct {
	executor.Ledger

	world *world
}

func (c clocked) StartCall(ctx context.Context, k assistant.TaskClaim, call assistant.ToolCall) (assistant.ToolCall, bool, error) {
	asked := c.world.clock.next()
	got, fresh, err := c.Ledger.StartCall(ctx, k, call)
	if err == nil && fresh {
		c.world.startsMu.Lock()
		defer c.world.startsMu.Unlock()
		c.world.starts[k.Task] = asked
	}
	return got, fresh, err
}

// crashing is storage whose answers to what turns write are lost now and then, before or after it is written: the turn is begun again
// from what was kept.
type crashing struct {
	orchestrator.Store

	calm *atomic.Bool
}

var errCrash = errors.New("crashed")

func (c crashing) lost() error {
	if !c.calm.Load() && rand.IntN(25) == 0 {
		return errCrash
	}
	return nil
}

func (c crashing) Append(ctx context.Context, k assistant.Claim, b assistant.Batch) error {
	if err := c.lost(); err != nil {
		return err
	}
	return errors.Join(c.Store.Append(ctx, k, b), c.lost())
}

func (c crashing) SettleAll(ctx context.Context, k assistant.Claim, s assistant.Settling) (assistant.Settled, error) {
	if err := c.lost(); err != nil {
		return assistant.Settled{}, err
	}
	done, err := c.Store.SettleAll(ctx, k, s)
	return done, errors.Join(err, c.lost())
}

// lease is how long what a crash has left is held: 0 for as long as else.
func (w *world) lease() time.Duration {
	if w.steers {
		return time.Second
	}
	return 0
}

func (w *world) store() orchestrator.Store {
	if w.steers {
		return crashing{w.db.Verbs, &w.calm}
	}
	return w.db.Verbs
}

func (w *world) model() llm.Asker {
	if w.steers {
		return streaming{w.streams, muser{}}
	}
	return painter{}
}

// muser paints as the painter does, looks before it does mostly, takes its time, and crashes now and then.
type muser struct{}

// Ask implements llm.Asker.
func (muser) Ask(ctx context.Context, r llm.Request, onText func(string)) (llm.Reply, error) {
	if reply, plans := plansPages(r); plans {
		return reply, nil
	}
	found := wanted.FindSubmatch(r.Facts)
	if r.Purpose != llm.PurposeAnswer || found == nil {
		return llm.Reply{}, llm.ErrDisabled
	}
	takes := rand.IntN(30)
	if rand.IntN(4) == 0 {
		takes = 100 + rand.IntN(200)
	}
	select {
	case <-ctx.Done():
		return llm.Reply{}, context.Cause(ctx)
	case <-time.After(time.Duration(takes) * time.Millisecond):
	}
	switch {
	case rand.IntN(40) == 0:
		return llm.Reply{}, errCrash
	case len(r.Callable()) == 0 || rand.IntN(2) == 0:
		return painter{}.Ask(ctx, r, onText)
	}
	arguments, err := json.Marshal(signArgs{string(found[1]), ""})
	if err != nil {
		return llm.Reply{}, fmt.Errorf("write arguments: %w", err)
	}
	call := llm.ToolCall{ID: "look-" + strconv.Itoa(rand.IntN(1000)), Name: string(lookTool), Arguments: arguments}
	return llm.Reply{Message: llm.Message{Role: llm.RoleAssistant, Parts: []llm.Part{{Call: &call}}}}, nil
}

// held is one random conversation, of the kind that was asked for.
func (t *talk) held(ctx context.Context, n int) error {
	if !t.steers {
		return t.conversation(ctx, n)
	}
	r := rand.New(rand.NewPCG(t.seed, uint64(n))) // what people do in a game
	p := assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: "C1", Thread: strconv.Itoa(n)}
	sign := fmt.Sprintf("sign%d", n)
	if err := t.say(ctx, p, anna, "Please paint the sign called "+sign); err != nil {
		return err
	}
	for i := range 4 + r.IntN(6) {
		if r.IntN(3) == 0 {
			t.pause(ctx, p)
		}
		time.Sleep(time.Duration(r.IntN(40)) * time.Millisecond)
		if len(t.board.open(p)) > 0 && r.IntN(2) == 0 { // who is asked decides, mostly: a stop then has something to be late for
			if err := t.click(ctx, p, []string{anna, anna, ben}[r.IntN(3)]); err != nil {
				return err
			}
		}
		if err := t.steer(ctx, r, p, sign, i); err != nil {
			return err
		}
	}
	return nil
}

// steer is one thing that somebody does while the team is at work.
func (t *talk) steer(ctx context.Context, r *rand.Rand, p assistant.Place, sign string, i int) error {
	who := []string{anna, anna, anna, ben, dan}[r.IntN(5)]
	word := fmt.Sprintf("remark %d on %s", i, sign)
	switch r.IntN(12) {
	case 0, 1, 2:
		return t.say(ctx, p, who, word)
	case 3:
		return t.say(ctx, p, who, []string{"later: ", "no, the other one: "}[r.IntN(2)]+word)
	case 4, 5:
		return t.halts(ctx, p, who)
	case 6:
		return t.say(ctx, p, who, "continue")
	case 7:
		return t.say(ctx, p, anna, []string{"yes", "yes to all", "no"}[r.IntN(3)])
	case 8:
		return t.say(ctx, p, anna, "Please paint the sign called "+sign)
	default:
		return t.click(ctx, p, who)
	}
}

// halts says stop, and keeps between which moments that became durable.
func (t *talk) halts(ctx context.Context, p assistant.Place, who string) error {
	key, sent := t.ids.New(), t.clock.next()
	t.remember(key, deed{who: who, at: sent, place: p})
	got, err := t.work.Inbox.Receive(ctx, assistant.Inbound{
		Tenant: t.tenant, Place: p, From: account(who), Text: "stop", Key: key, ExternalID: key, At: time.Now(),
	})
	if err != nil {
		return fmt.Errorf("say stop: %w", err)
	}
	acked := t.clock.next()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stops[got.Conversation] = append(t.stops[got.Conversation], halt{sent, acked})
	return nil
}

// stopped tells whether the task's call was asked for after a stop that came after its decision.
func (t *talk) stopped(c assistant.ConversationID, decided int64, task assistant.TaskID) bool {
	t.startsMu.Lock()
	started := t.starts[task]
	t.startsMu.Unlock()
	for _, h := range t.stops[c] {
		if decided < h.sent && h.acked < started {
			return true
		}
	}
	return false
}

// heard is the fate of what people said.
type heard struct{ words, taken, turns, stops, lost, twice, late int }

func (h *heard) add(o heard) {
	h.words += o.words
	h.taken += o.taken
	h.turns += o.turns
	h.stops += o.stops
	h.lost += o.lost
	h.twice += o.twice
	h.late += o.late
}

func (v *verdict) heardOf(s steered) string {
	if !s.steers {
		return ""
	}
	out := []string{fmt.Sprintf("; of %d messages of people %d reached an agent at work, %d had a turn of their own, %d stops ended one: %d lost, %d heard twice; %d of %d effects after a stop",
		v.words, v.taken, v.turns, v.stops, v.lost, v.twice, v.late, v.effects)}
	for _, s := range v.silences {
		out = append(out, "from a stop to silence, "+s.String())
	}
	return strings.Join(out, "; ")
}

// hears holds every message of a person against the law of steering: it reached a model at work or had a turn of its own, one of them
// and once. A stop may end the turn that it was heard in.
func (e *evidence) hears(ctx context.Context) error {
	taken, turned := map[assistant.MessageID]int{}, map[assistant.MessageID]bool{}
	for _, m := range e.log {
		turned[m.Cause] = true // also where all that came of it is an act in their name
		if _, said := m.Body.(assistant.Said); !said || m.Author != assistant.AuthorUser {
			continue
		}
		s, found, err := e.db.Calls.AgentSession(ctx, e.tenant, assistant.SessionOf(m.ID))
		if err != nil {
			return fmt.Errorf("read a session: %w", err)
		}
		for _, r := range s.Messages {
			var kept struct {
				Heard assistant.MessageID `json:"heard"`
			}
			if found && json.Unmarshal(r.Body, &kept) == nil && kept.Heard != "" {
				taken[kept.Heard]++
			}
		}
	}
	for i, m := range e.log {
		if _, said := m.Body.(assistant.Said); !said || m.Author != assistant.AuthorUser {
			continue
		}
		e.v.words++
		stop, again := m.Content == "stop", m.Content == "continue"
		switch n := taken[m.ID]; {
		case n > 1, n == 1 && turned[m.ID] && !again:
			e.v.twice++
			e.v.wrong = append(e.v.wrong, fmt.Sprintf("conversation %s: %q was heard twice", m.Conversation, m.Content))
		case n == 1:
			e.v.taken++
		case turned[m.ID]:
			e.v.turns++
		case stop && e.endedAfter(i):
			e.v.stops++
		default:
			e.v.lost++
			e.v.wrong = append(e.v.wrong, fmt.Sprintf("conversation %s: %q was lost; what came after it: %s", m.Conversation, m.Content, e.after(i)))
		}
	}
	return nil
}

// after is what stands in the log after a place, for who looks into it.
func (e *evidence) after(i int) string {
	const most = 6
	var out []string
	for _, m := range e.log[i+1 : min(len(e.log), i+1+most)] {
		out = append(out, fmt.Sprintf("%s %s %q", m.Author, m.Body.Type(), m.Content))
	}
	return strings.Join(out, "; ")
}

// endedAfter tells whether something was ended by a stop at a place of the log: a turn that says so, or a run that was being stopped
// by a click as well, and says so at its end.
func (e *evidence) endedAfter(i int) bool {
	for _, m := range e.log[i:] {
		if strings.Contains(m.Content, "as you asked") {
			return true
		}
		if f, ok := m.Body.(assistant.RunFinished); ok && f.Status == assistant.RunCancelled {
			return true
		}
	}
	return false
}
