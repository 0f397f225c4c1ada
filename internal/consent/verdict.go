package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// verdict says what was seen, and every effect that the law does not allow.
type verdict struct {
	conversations, messages            int
	effects                            int
	byWords, byClick                   int // decisions behind the effects
	withPlan, withApproval, withUnseen int // what the effects were bound by
	refused                            int // words that came too early, named nothing, or could mean several things
	rewritten                          int // decisions with other arguments than were shown
	proposed                           int // runs of an agent without a plan
	again                              int // approvals that were asked because something had moved, or was written since
	heard
	silences []silence
	wrong    []string
}

func (v *verdict) add(o verdict) {
	v.conversations += o.conversations
	v.messages += o.messages
	v.effects += o.effects
	v.byWords += o.byWords
	v.byClick += o.byClick
	v.withPlan += o.withPlan
	v.withApproval += o.withApproval
	v.withUnseen += o.withUnseen
	v.refused += o.refused
	v.again += o.again
	v.rewritten += o.rewritten
	v.proposed += o.proposed
	v.heard.add(o.heard)
	v.wrong = append(v.wrong, o.wrong...)
}

// String is the verdict as a person reads it.
func (v *verdict) String() string {
	return fmt.Sprintf("%d conversations, %d messages, %d effects: %d with their plan, %d with an approval, %d unseen by wish; decided by %d clicks and %d words; "+
		"%d steps proposed by an agent, %d decisions with other arguments; %d approvals asked, %d times words decided nothing. VERDICT: %d effects outside the law",
		v.conversations, v.messages, v.effects, v.withPlan, v.withApproval, v.withUnseen, v.byClick, v.byWords, v.proposed, v.rewritten, v.again, v.refused, len(v.wrong))
}

// evidence is a conversation's log with what is needed to judge it.
type evidence struct {
	*talk
	log    []assistant.Message
	byID   map[assistant.MessageID]assistant.Message
	tasks  map[assistant.TaskID]assistant.Task
	plans  map[assistant.TaskID]assistant.Message // the plan that was proposed, by task
	starts map[assistant.TaskID]assistant.Message // the run's start, by task
	v      *verdict
}

// judge reads a conversation's log and holds every effect on its sign against the law.
func (t *talk) judge(ctx context.Context, c assistant.ConversationID, effects map[assistant.TaskID][]effect) (verdict, error) {
	v := verdict{conversations: 1}
	log, err := t.db.Conversations.MessagesAfter(ctx, t.tenant, c, 0, 10_000)
	if err != nil {
		return v, fmt.Errorf("read a log: %w", err)
	}
	if t.tampered != nil {
		log = t.tampered(log)
	}
	v.messages = len(log)
	e := &evidence{
		talk: t, log: log, v: &v, byID: map[assistant.MessageID]assistant.Message{}, tasks: map[assistant.TaskID]assistant.Task{},
		plans: map[assistant.TaskID]assistant.Message{}, starts: map[assistant.TaskID]assistant.Message{},
	}
	e.index()
	if err := e.hears(ctx); err != nil {
		return v, err
	}
	for id := range e.tasks {
		for _, done := range effects[id] {
			v.effects++
			if why := e.allowed(id, done); why != "" {
				v.wrong = append(v.wrong, fmt.Sprintf("conversation %s, %s %s over %q: %s", c, done.tool, done.args, done.old, why))
			}
			delete(effects, id)
		}
	}
	return v, nil
}

func (e *evidence) index() {
	for _, m := range e.log {
		e.byID[m.ID] = m
		switch b := m.Body.(type) { //nolint:gochecksumtype // the rest prove nothing
		case assistant.RunStarted:
			if b.Run.Session != "" {
				e.v.proposed++
			}
			for _, k := range b.Tasks {
				e.tasks[k.ID], e.starts[k.ID] = k, m
				for _, p := range e.log {
					if proposed, ok := p.Body.(assistant.PlanProposed); ok && proposed.Plan.ID == b.Run.Plan && proposed.Plan.Version == b.Run.PlanVersion {
						e.plans[k.ID] = p
					}
				}
			}
		case assistant.ApprovalRequested:
			e.v.again++
		case assistant.ApprovalDecided:
			if b.Changed() {
				e.v.rewritten++
			}
		case assistant.Said:
			for _, s := range []string{"You wrote that before", "things wait for a decision", "a yes alone does not decide", "You changed that message"} {
				if m.Author == assistant.AuthorAssistant && strings.Contains(m.Content, s) {
					e.v.refused++
				}
			}
		}
	}
}

// allowed says why an effect is outside the law; "" where it is inside.
func (e *evidence) allowed(id assistant.TaskID, done effect) string {
	task := e.tasks[id]
	hash, err := assistant.ConsentHash(done.tool, done.args, assistant.Preview{State: stateOf(done.old), Wanted: wantOf(done.now)})
	if err != nil {
		return err.Error()
	}
	if string(task.Type) != done.tool {
		return "another tool than the task's was used"
	}
	for _, m := range e.log {
		asked, ok := m.Body.(assistant.ApprovalRequested)
		if !ok || asked.Approval.Task != id {
			continue
		}
		subject := "approval " + string(asked.Approval.ID)
		for _, d := range e.log {
			b, ok := d.Body.(assistant.ApprovalDecided)
			if ok && b.Approval == asked.Approval.ID && b.Verdict == assistant.VerdictApproved && e.covers(asked.Approval, d, b, hash, done) {
				e.v.withApproval++
				return e.decision(m, d, subject, asked.Approval.ExpiresAt.UnixMicro(), asked.Approval.RequestedBy, asked.Approval.Irreversible, done)
			}
		}
	}
	return e.withPlan(task, hash, done)
}

// covers tells whether a decision is of exactly what was done: what was shown, or what the person has written instead over the state
// that was shown.
func (e *evidence) covers(a assistant.Approval, m assistant.Message, b assistant.ApprovalDecided, hash string, done effect) bool {
	if !b.Changed() {
		return a.Hash == hash
	}
	return !a.Irreversible && a.Preview.State == stateOf(done.old) && same(b.Arguments, done.args) && same([]byte(e.deeds[keyOf(m)].written), done.args)
}

// same tells whether two arguments mean the same.
func same(a, b json.RawMessage) bool {
	one, err := assistant.ConsentHash("", a, assistant.Preview{})
	if err != nil {
		return false
	}
	other, err := assistant.ConsentHash("", b, assistant.Preview{})
	return err == nil && one == other
}

// keyOf is the key of the deed behind a decision: of a click on all of a card, each decision has the click's with its own behind it.
func keyOf(m assistant.Message) string {
	key, _, _ := strings.Cut(m.Key, "/")
	return key
}

// withPlan holds the effect against the approval of its plan.
func (e *evidence) withPlan(task assistant.Task, hash string, done effect) string {
	m, ok := e.plans[task.ID]
	if !ok {
		return "nobody proposed a plan"
	}
	proposed, _ := m.Body.(assistant.PlanProposed)
	p := proposed.Plan
	if task.Effect == assistant.EffectIrreversible {
		return "what cannot be undone was done on the plan's approval alone"
	}
	for _, d := range e.log {
		b, ok := d.Body.(assistant.PlanDecided)
		if !ok || b.Plan != p.ID || b.Version != p.Version || b.Verdict != assistant.VerdictApproved {
			continue
		}
		if b.Hash != p.Hash {
			return "the plan was decided on under another hash"
		}
		for _, s := range p.Steps {
			if s.Key != task.Key {
				continue
			}
			arguments := s.Parameters
			if s.Shown() {
				arguments = s.Tried.Arguments
			}
			shown, err := assistant.ConsentHash(string(s.Type), arguments, *s.Preview)
			switch {
			case err == nil && shown == hash:
				e.v.withPlan++
			case b.Unseen && p.MayGoUnseen() && s.Preview.State == stateOf(done.old):
				e.v.withUnseen++
			default:
				return "what was done is not what the plan showed"
			}
		}
		return e.decision(m, d, fmt.Sprintf("plan %s/%d", p.ID, p.Version), p.ExpiresAt.UnixMicro(), p.RequestedBy, false, done)
	}
	return "nobody approved the plan"
}

// decision holds a decision against the law: by somebody who might, on what stood there before, in time.
func (e *evidence) decision(asked, decided assistant.Message, subject string, until int64, by assistant.PersonID, irreversible bool, done effect) string {
	key, words := keyOf(decided), assistant.Message{}
	if decided.Cause != "" {
		words = e.byID[decided.Cause]
		key = words.Key
		e.v.byWords++
	} else {
		e.v.byClick++
	}
	did, known := e.deeds[key]
	posted, stood := e.board.stood(subject)
	switch {
	case !known:
		return "nobody decided it"
	case decided.Person != e.people[did.who]:
		return "somebody else decided it than the log says"
	case asked.Seq >= decided.Seq, words.Seq > 0 && asked.Seq >= words.Seq:
		return "the decision is older than what was decided"
	case !stood || posted > did.at:
		return fmt.Sprintf("it had not been shown when it was decided: %s (%q at %d and %s, shown %v at %d)", subject, words.Content, did.at, words.At, stood, posted)
	case did.subject != "" && did.subject != subject && did.subject != "card "+string(decided.Run):
		return "another card was clicked"
	case e.steers && e.stopped(decided.Conversation, did.at, done.task):
		e.v.late++
		return "it started after a stop that came after its decision"
	case did.at > done.at:
		return "the effect is older than the decision"
	case decided.At.UnixMicro() > until:
		return "it was overdue when it was decided"
	case irreversible && words.Seq > 0 && !strings.Contains(words.Content, "wipe") && !numbered(words.Content):
		return "words that do not name it decided what cannot be undone"
	}
	if did.who == gus || by != e.people[did.who] && (did.who != ben || !e.mayHave(did.at, done.at)) {
		return did.who + " may not decide it"
	}
	return ""
}

// numbered tells whether words say by its number what they mean, of several that stand together.
func numbered(words string) bool {
	return strings.ContainsAny(words, "12") || strings.Contains(words, "second")
}

// left are effects that no log knows a task of.
func left(effects map[assistant.TaskID][]effect) []string {
	var out []string
	for id, all := range effects {
		for _, e := range all {
			raw, _ := json.Marshal(e.args)
			out = append(out, fmt.Sprintf("%s %s of task %q is in no log", e.tool, raw, id))
		}
	}
	return out
}
