package orchestrator

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/orchestrator/tape"
	"github.com/aisteam/aisteam/wording"
)

// earlyAfter is how long a line of thinking may wait for the turn's end before it is shown: a quick answer costs one
// commit, a slow one is seen to be worked on.
const earlyAfter = 250 * time.Millisecond

// turn is the handling of one mail. Its messages carry keys made from the mail's message, so that handling the mail again
// after a crash appends nothing twice.
type turn struct {
	store     mailbox
	hints     hints
	shows     *Couriers // who shows what the turn ends with, where there is room
	beside    *sideCommands
	laneHold  *laneHold // given up while something outside is waited for; nil where nobody shares out room
	claim     assistant.Claim
	mail      assistant.Mail // the last of them
	mails     []int64        // that the turn answers
	team      agents.Vocabulary
	backend   llm.Backend // what answers, from its beginning to its end
	purse     purse       // the backend's, through the tape
	sit       assistant.Situation
	doing     *indicator
	endedBy   *interruption                                      // what the turn was ended by while a model was asked
	resumes   bool                                               // what was stopped can be continued
	told      bool                                               // what came of a run is told by code, also where the turn was hushed: it has ended
	recalled  []assistant.RunView                                // what nobody waits for any more and is stopped with the turn, as it stands then
	runGoesOn bool                                               // whatever the turn comes to
	toPlan    *toPlan                                            // what an agent at work leaves to planning
	refused   bool                                               // what the person said was too much
	decided   map[assistant.ApprovalID]assistant.ApprovalDecided // by the turn's words: the log has it with the turn's end
	tape      *tape.Tape                                         // of what comes into the turn from outside; nil where it is not recorded
	instead   atomic.Bool                                        // it is said that another provider answers
	asked     atomic.Int32                                       // models, over the whole turn: calls are known by their number

	mu          sync.Mutex
	shown       assistant.Draft    // of the answer that is being written, as far as anybody could read it
	thoughts    int                // lines so far, shown and not
	early       assistant.Batch    // lines and model calls not yet appended
	timer       *time.Timer        // runs while early holds lines
	failed      error              // of an early append; the turn cannot go on
	final       assistant.Batch    // what the mail's settling appends
	run         assistant.RunID    // lines belong to this run, once there is one
	labels      map[string]int     // how often a key's label was used
	parts       int                // of the record that are written
	redirecting *assistant.RunView // the run whose plan the turn changes, until there is a version to decide on; nil for none
	warning     assistant.Sentence // that little of the budget is left, to be said at the end
}

// words are what the turn says things in: the language of its conversation.
func (t *turn) words() wording.Words { return wording.In(t.sit.Conversation.Language) }

// cause is the message the turn answers.
func (t *turn) cause() assistant.Message { return t.mail.Message }

// whose says for whom something is done with calls of a run: for whoever wants it with the turn's words, or else for whoever has
// asked for the run.
func (t *turn) whose(p assistant.Project, run assistant.Run) executor.Whose {
	asker := t.sit.Person
	if t.cause().Person == "" && run.RequestedBy != asker.ID {
		asker = assistant.Person{ID: run.RequestedBy, Tenant: t.claim.Tenant}
	}
	return executor.Whose{Team: t.team.Team, Tenant: t.claim.Tenant, Conversation: t.claim.Conversation, Project: p, Projects: t.sit.Projects, Asker: asker}
}

// Think appends a line of thinking, soon or with the turn's end. It implements planning's journal.
func (t *turn) Think(ctx context.Context, agent assistant.AgentID, phase assistant.Phase, text string) error {
	return t.thinks(ctx, agent, text, assistant.Thought{Phase: phase})
}

// thinks is [turn.Think] of a line that says more than its words. What it is about of the turn is added.
func (t *turn) thinks(ctx context.Context, agent assistant.AgentID, text string, b assistant.Thought) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.failed != nil {
		return t.failed
	}
	t.thoughts++
	b.Run = t.run
	t.early.Messages = append(t.early.Messages, t.message("think-"+strconv.Itoa(t.thoughts), assistant.Message{
		Author: assistant.AuthorAssistant, Agent: agent, Kind: assistant.KindThinking, Content: assistant.SafeThought(text),
		Body: b, Run: t.run,
	}))
	if t.timer == nil {
		t.timer = time.AfterFunc(earlyAfter, func() { t.flush(ctx) })
	}
	return nil
}

// record keeps a model call to be written with the next append.
func (t *turn) record(c assistant.ModelCall) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.early.ModelCalls = append(t.early.ModelCalls, c)
}

// session keeps where an agent's session stands, to be written with the next append or, where it ends something, with the
// turn's end.
func (t *turn) session(s assistant.AgentSession, ends bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if ends {
		t.final.Sessions = append(t.final.Sessions, s)
		return
	}
	t.early.Sessions = append(t.early.Sessions, s)
}

// warn keeps what is to be said of the budget; the newest is true.
func (t *turn) warn(words assistant.Sentence) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !words.IsZero() {
		t.warning = words
	}
}

// conclude marks what the turn comes to as what it is told as, and says what is left of the budget after everything else.
func (t *turn) conclude() {
	t.topics()
	t.mu.Lock()
	words := t.warning
	t.mu.Unlock()
	if !words.IsZero() {
		t.say("budget", assistant.Message{Agent: assistant.Chief, Kind: assistant.KindMessage, Content: t.words().Tell(words), Body: assistant.Said{}})
	}
}

// keep takes a message to be written with the next append. The caller gives it a key.
func (t *turn) keep(m assistant.Message) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.early.Messages = append(t.early.Messages, t.message("", m))
}

// stops tells whether the turn stops a run already.
func (t *turn) stops(run assistant.RunID) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.ContainsFunc(append(slices.Clip(t.early.Messages), t.final.Messages...), func(m assistant.Message) bool {
		b, ok := m.Body.(assistant.StopRequested)
		return ok && b.Run == run && b.Task == ""
	})
}

// flush appends what has been thought so far.
func (t *turn) flush(ctx context.Context) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
	if t.early.Empty() || t.failed != nil || ctx.Err() != nil {
		return
	}
	batch := t.early
	t.early = assistant.Batch{}
	batch.Recording = t.recorded(false)
	if err := t.store.Append(ctx, t.claim, batch); err != nil {
		t.failed = err
		return
	}
	t.hints.appended(ctx, t.claim.Tenant, t.claim.Conversation, batch.Messages)
}

// kept appends what is to be written before anything follows from it.
func (t *turn) kept(ctx context.Context) error {
	t.flush(ctx)
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.failed
}

// say adds what the turn ends with. label tells the turn's messages apart; it must not depend on chance.
func (t *turn) say(label string, m assistant.Message) { t.write(label, byCode(m)) }

// byCode marks words that no model wrote, so that no surface says that one did. The offline model's answers say that themselves.
func byCode(m assistant.Message) assistant.Message {
	if b, ok := m.Body.(assistant.Said); ok && !b.Rehearsal {
		b.Code = true
		m.Body = b
	}
	return m
}

// write keeps a message of which a model has written words.
func (t *turn) write(label string, m assistant.Message) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.final.Messages = append(t.final.Messages, t.message(label, m))
}

// reply lets Hans say a sentence.
func (t *turn) reply(text string, final bool) {
	t.say("reply", assistant.Message{
		Agent: assistant.Chief, Kind: assistant.KindMessage, Content: text, Body: assistant.Said{Final: final},
	})
}

// replyWith says something in the thread, with requests that one press says.
func (t *turn) replyWith(text string, next []string) {
	t.say("reply", assistant.Message{
		Agent: assistant.Chief, Kind: assistant.KindMessage, Content: text, Body: assistant.Said{Next: next},
	})
}

// problem says in the thread what went wrong and how to go on; the error itself is for operators.
func (t *turn) problem(p assistant.Problem, err error) {
	m := assistant.Message{
		Agent: assistant.Chief, Kind: assistant.KindMessage, Content: t.words().Tell(p.Message) + "\n\n" + t.words().Tell(p.Recovery),
		Body: assistant.Failed{Problem: p},
	}
	if err != nil {
		m.Private = map[string]string{"error": err.Error()}
	}
	t.say("failed", m)
}

// message completes a message of this turn. The caller holds the lock.
func (t *turn) message(label string, m assistant.Message) assistant.Message {
	if n := t.labels[label]; n > 0 {
		t.labels[label] = n + 1
		label += "-" + strconv.Itoa(n+1)
	} else {
		t.labels[label] = 1
	}
	m.Tenant, m.Conversation, m.Cause = t.claim.Tenant, t.claim.Conversation, t.cause().ID
	if m.Key == "" {
		m.Key = string(t.cause().ID) + "/" + label
	}
	if m.Author == "" {
		m.Author = assistant.AuthorAssistant
	}
	return m
}

// draft is the answer so far.
func (t *turn) draft(agent assistant.AgentID, text string) assistant.Draft {
	return assistant.Draft{
		Tenant: t.claim.Tenant, Conversation: t.claim.Conversation, Cause: t.cause().ID, Agent: agent, Text: text, Rehearsal: t.backend.Rehearsal,
	}
}

// reads notes how far the answer can be read; with no text, that nothing of it can.
func (t *turn) reads(so assistant.Draft) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.shown = so
}

// readable is what could be read of the answer that was being written.
func (t *turn) readable() assistant.Draft {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.shown
}

// settle writes everything that is left and takes the mails out, in one transaction; with last the claim goes back in it,
// and ready says that mail came meanwhile.
func (t *turn) settle(ctx context.Context, last bool) (ready bool, err error) {
	t.conclude()
	batch, err := t.rest()
	if err != nil {
		return false, err
	}
	done, err := t.shows.settling(t.claim.Tenant, func(of []assistant.Surface, lease time.Duration) (assistant.Settled, error) { //nolint:contextcheck // showing outlives the turn
		return t.store.SettleAll(ctx, t.claim, assistant.Settling{Mails: t.mails, Batch: batch, Last: last, Shows: of, Lease: lease})
	})
	if err != nil {
		return false, err
	}
	t.hints.settled(ctx, t.claim.Tenant, t.claim.Conversation, batch.Messages, done.Behind)
	return done.Ready, nil
}

// rest is what has not been appended yet; it ends the turn's clock.
func (t *turn) rest() (assistant.Batch, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
	batch := assistant.Batch{
		Messages:   append(t.early.Messages, t.final.Messages...),
		ModelCalls: append(t.early.ModelCalls, t.final.ModelCalls...),
		Sessions:   append(t.early.Sessions, t.final.Sessions...),
	}
	t.early, t.final = assistant.Batch{}, assistant.Batch{}
	batch.Recording = t.recorded(true)
	return batch, t.failed
}

// recorded is what came into the turn from outside since it was asked for last. The caller holds the lock.
func (t *turn) recorded(ends bool) *assistant.Recording {
	body := t.tape.Cut(ends)
	if body == nil {
		return nil
	}
	t.parts++
	return &assistant.Recording{
		Recorded: assistant.Recorded{Conversation: t.claim.Conversation, Cause: t.cause().ID}, Attempt: t.mail.Attempt, Part: t.parts - 1, Ends: ends, Body: body,
	}
}

// drop forgets what the turn would have ended with; lines already thought stay.
func (t *turn) drop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.final = assistant.Batch{}
}

// close stops the turn's clock. Nothing is written after it.
func (t *turn) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.timer != nil {
		t.timer.Stop()
	}
	t.failed = context.Canceled
}
