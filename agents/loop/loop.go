package loop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// Loop is an agent at work on one session.
type Loop struct {
	Session assistant.AgentSession
	Frame   Frame
	Records Transcript // what the session's messages hold, behind the frame
	Team    *team.Team
	Agent   assistant.Agent
	Usable  func(tools.Tool) bool // what the agent may use
	Terms   Terms                 // nil for those of a planner
	Words   wording.Words         // of whoever reads: what keeps a call from working is told in them, since the offline model repeats it

	// Approved tells whether people have approved for good what a tool changes here, so that nobody is asked about it; nil where nothing is.
	Approved func(context.Context, tools.Tool) (bool, error)

	Had    []assistant.AgentID // who have handed the session over
	Gone   assistant.AgentID   // who had it and is on the team no more; "" where its agent is there
	Edited assistant.MessageID // whose new words began it; "" where the first did

	held []assistant.AgentMessage // not kept yet: of a session whose first step decides whether there is anything to go on from
	new  bool                     // they are held
}

// Holds keeps nothing of the session before a step has calls to go on from: words alone need no session, and nor does a request that the
// first step leaves to planning.
func (l *Loop) Holds() { l.new = true }

// Begin puts the frame and what was said so far into the session.
func (l *Loop) Begin(h Host, f Frame, window []llm.Message) error {
	l.Frame = f
	if err := l.Reframe(h, f); err != nil {
		return err
	}
	for _, m := range window {
		if err := l.Add(h, Record{Message: m}); err != nil {
			return err
		}
	}
	return nil
}

// Open reads a session that was kept.
func (l *Loop) Open(s assistant.AgentSession) error {
	l.Session = s
	for _, m := range s.Messages {
		if m.From == assistant.FromFrame {
			l.Frame = Frame{}
			if err := json.Unmarshal(m.Body, &l.Frame); err != nil {
				return fmt.Errorf("read the frame of session %s: %w", s.ID, err)
			}
			if l.Frame.Edited != "" {
				l.Edited = l.Frame.Edited
			}
			if l.Frame.Agent != "" {
				l.Had = append(l.Had, l.Agent.ID)
				l.TakenBy(l.Frame.Agent)
			}
			continue
		}
		var r Record
		if err := json.Unmarshal(m.Body, &r); err != nil {
			return fmt.Errorf("read message %d of session %s: %w", m.Seq, s.ID, err)
		}
		l.Records = append(l.Records, r)
	}
	return nil
}

// TakenBy gives the session to an agent: to the chief where there is none of that id.
func (l *Loop) TakenBy(by assistant.AgentID) {
	l.Gone = ""
	if _, there := l.Team.Find(by); !there {
		l.Gone = by
	}
	l.Agent = l.Team.Agent(by)
}

// HandTo has a colleague go on with the session, by a frame of their own.
func (l *Loop) HandTo(h Host, to assistant.Agent, f Frame, usable func(tools.Tool) bool) error {
	if err := l.Reframe(h, f); err != nil {
		return err
	}
	from := l.Agent.ID
	if l.Gone != "" {
		from = l.Gone
	}
	l.Had, l.Agent, l.Frame, l.Usable, l.Gone = append(l.Had, from), to, f, usable, ""
	return nil
}

// Reframe keeps a frame that holds from here on.
func (l *Loop) Reframe(h Host, f Frame) error { return l.keep(h, assistant.FromFrame, f) }

// Add puts a record at the session's end.
func (l *Loop) Add(h Host, r Record) error {
	l.Records = append(l.Records, r)
	from := assistant.FromUser
	switch r.Message.Role {
	case llm.RoleAssistant:
		from = assistant.FromModel
	case llm.RoleTool:
		from = assistant.FromTools
	case llm.RoleUser:
	}
	kept := r
	kept.Message = Unseen(r.Message)
	return l.keep(h, from, kept)
}

func (l *Loop) keep(h Host, from assistant.AgentMessageFrom, body any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("write message %d of session %s: %w", l.Session.Next(), l.Session.ID, err)
	}
	m := assistant.AgentMessage{Seq: l.Session.Next(), From: from, Body: raw}
	l.Session.Messages = append(l.Session.Messages, m)
	l.Stands(h, m)
	return nil
}

// Stands keeps where the session stands now.
func (l *Loop) Stands(h Host, news ...assistant.AgentMessage) {
	if l.new {
		l.held = append(l.held, news...)
		return
	}
	s := l.Session
	s.Messages = news
	h.Keep(s)
}

// Keeps keeps the session from here on, with all that it holds already.
func (l *Loop) Keeps(h Host) {
	if !l.new {
		return
	}
	held := l.held
	l.held, l.new = nil, false
	l.Stands(h, held...)
}

// New tells whether nothing of the session is kept: it is at its first step.
func (l *Loop) New() bool { return l.new }

// Work goes on with the session until the agent has said something, or wants what its host decides on.
func (l *Loop) Work(ctx context.Context, h Host) (Outcome, error) {
	for {
		wanted := l.Records.Unanswered()
		if len(wanted) == 0 {
			if over := l.terms().Over(l); over != nil {
				return over, nil
			}
			reply, err := l.ask(ctx, h)
			if toolless(err) && l.new && l.Frame.Mode != Speaks {
				return Toolless{}, nil
			}
			if err != nil {
				return nil, err
			}
			wanted = reply.Calls()
			if len(wanted) == 0 || l.terms().Cuts(l) {
				return Words{Reply: reply, Cut: len(wanted) > 0}, nil
			}
			if err := l.Add(h, Record{Message: reply.Message}); err != nil {
				return nil, err
			}
		}
		if out, err := l.step(ctx, h, wanted); out != nil || err != nil {
			return out, err
		}
	}
}

// Offered are the tools of the step at hand. A session that is opened again offers the same ones: they follow from what is kept.
func (l *Loop) Offered() []tools.Tool { return l.terms().Offered(l) }

// History is what a model is given of the session.
func (l *Loop) History() []llm.Message {
	var history []llm.Message
	for _, r := range l.Records {
		if len(r.Message.Parts) > 0 {
			history = append(history, r.Message)
		}
	}
	return Together(history)
}

// ask asks for the next step. A model that takes no pictures is asked without them.
func (l *Loop) ask(ctx context.Context, h Host) (llm.Reply, error) {
	key := fmt.Sprintf("%s/step-%d", l.Session.ID, l.Records.Steps()+1)
	if l.Frame.Mode == Speaks {
		key += "/" + string(Speaks)
	}
	reply, err := h.Ask(ctx, key, l.terms().Request(l, l.History(), l.Offered()))
	if errors.Is(err, llm.ErrRefused) && l.unseen() {
		reply, err = h.Ask(ctx, key+"/unseen", l.terms().Request(l, l.History(), l.Offered()))
	}
	if err != nil {
		return llm.Reply{}, fmt.Errorf("%s works: %w", l.Agent.ID, err)
	}
	l.Session.Spent.Steps++
	l.Session.Cost, l.Session.Model = l.Session.Cost.Plus(reply.Cost()), reply.Info.Model
	return reply, nil
}

// unseen leaves out the pictures of what was said, and tells whether there were any: the words say that there are.
func (l *Loop) unseen() bool {
	found := false
	for i, r := range l.Records {
		if slices.ContainsFunc(r.Message.Parts, func(p llm.Part) bool { return p.Image != nil }) {
			l.Records[i].Message, found = Unseen(r.Message), true
		}
	}
	return found
}

// toolless tells whether a model refused a request as one that it cannot take: it may take it without tools.
func toolless(err error) bool {
	status, ok := errors.AsType[*llm.StatusError](err)
	return errors.Is(err, llm.ErrRefused) && ok && status.Code == http.StatusBadRequest
}

// step makes the calls of one step, or gives what its host decides on; nil where the work goes on.
func (l *Loop) step(ctx context.Context, h Host, calls []llm.ToolCall) (Outcome, error) {
	wishes, spent, err := l.terms().Sort(ctx, l, calls)
	if err != nil {
		return nil, err
	}
	if !leavesToPlanning(wishes) {
		l.Keeps(h)
	}
	results, outside, err := l.look(ctx, h, wishes)
	if err != nil {
		return nil, err
	}
	spent.Actions += len(outside)
	l.Session.Spent = spent
	if w, steers := steering(wishes); steers {
		return Steers{Results: results, Wish: w}, nil
	}
	proposed := make([]Wish, 0, len(wishes))
	for _, w := range wishes {
		if w.proposes() {
			proposed = append(proposed, w)
		}
	}
	delegated := delegating(wishes)
	if proposed = append(proposed, outside...); len(proposed) > 0 {
		results.refuse(delegated, toldPeopleFirst)
		return Proposes{Results: results, Wishes: proposed}, nil
	}
	if len(delegated) > 0 {
		return Delegates{Results: results, Wishes: delegated}, nil
	}
	return nil, l.GoOn(ctx, h, results)
}

// GoOn keeps what came of a step, and takes up what people have said meanwhile.
func (l *Loop) GoOn(ctx context.Context, h Host, results Record) error {
	if err := l.Add(h, results); err != nil {
		return err
	}
	return h.Hear(ctx)
}

// leavesToPlanning tells whether a step does nothing but to leave the work to planning.
func leavesToPlanning(wishes []Wish) bool {
	w, steers := steering(wishes)
	return steers && w.Tool.Name == ToolPlan && len(wishes) == 1
}

// steering is the call of a step that takes the work elsewhere; there is at most one.
func steering(wishes []Wish) (Wish, bool) {
	for _, w := range wishes {
		if w.Refused == "" && endsStep(w.Tool.Name) {
			return w, true
		}
	}
	return Wish{}, false
}
