package orchestrator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// acting is an agent at work in a turn: it asks a model for a step, makes the step's calls that change nothing, puts the others
// before people, and goes on with what came of them, in this turn or days later in another.
//
//	ask ──words──▶ answer
//	 ▲ └──calls──▶ kept ──▶ queries, all at once ──▶ results kept ──┬── no other calls ──▶ ask
//	 │                                                              └── a run of the others; the turn ends
//	 └───────────── results of every call ◀── the run has ended ◀── people decide, the gate does it ──┘
//
// Whatever a step led to is kept before what follows from it; a turn that is taken again finds it in the session and repeats
// nothing.
type acting struct {
	*staff

	turn    *turn
	session assistant.AgentSession
	frame   agents.Frame
	records transcript // what the session's messages hold, behind the frame
	agent   assistant.Agent
	project assistant.Project
	had     []assistant.AgentID   // who have handed the session over
	gone    assistant.AgentID     // who had it and is on the team no more; "" where its agent is there
	edited  assistant.MessageID   // whose new words began it; "" where the first did
	usable  func(tools.Tool) bool // what the agent may use
	runs    []assistant.RunView   // that have ended, for what is said of them by code
	again   bool                  // it was stopped, and a person wants it to go on
	ends    bool                  // what is kept from now on goes with the turn's end: something in it hangs together
}

// errUnproposed says that the agent wants nothing done, though something was asked for: it may not know what it needs. Planning
// asks for that, and keeps what it is told.
var errUnproposed = errors.New("the agent proposes nothing")

// hired gives the agent who works on what the turn's words ask for, ready to begin; false where nobody can without a plan: it is
// not known for which project, or nothing that may be proposed by itself is allowed there.
func (s *staff) hired(t *turn, route agents.Decision) (*acting, bool) {
	project, here := t.sit.Here()
	if !here && len(t.sit.Projects) > 0 && !t.team.Placeless(t.cause().Content) || t.guest() {
		return nil, false
	}
	for _, id := range []assistant.AgentID{route.Agent, assistant.Chief} {
		a := &acting{staff: s, turn: t, agent: t.team.Agent(id), project: project}
		a.usable = agents.Usable(t.team.Team, a.agent, project)
		if slices.ContainsFunc(t.team.Tools().All(), func(tool tools.Tool) bool { return tool.Direct && a.usable(tool) }) {
			return a, true
		}
	}
	return nil, false
}

// act lets the agent work on the turn's words, from where it stands when the turn is taken again.
func (s *staff) act(ctx context.Context, t *turn, a *acting, route agents.Decision) error {
	if err := s.choose(ctx, t, a.agent, route); err != nil {
		return err
	}
	id := assistant.SessionOf(t.cause().ID)
	if t.mail.Attempt > 0 {
		known, found, err := s.works.AgentSession(ctx, t.claim.Tenant, id)
		if err != nil {
			return fmt.Errorf("find the session of these words: %w", err)
		}
		if found {
			if err := a.open(known); err != nil {
				return err
			}
			a.takenOver()
			if err := a.heardBefore(ctx); err != nil {
				return err
			}
			return a.work(ctx)
		}
	}
	pictures, err := s.files.pictures(ctx, t)
	if err != nil {
		return err
	}
	frame, window, err := agents.BeginWork(t.silently(agents.Question{
		Agent: a.agent, Situation: t.sit, Pictures: pictures, About: t.cause(), Team: t.team.Team,
	}), a.usable)
	if err != nil {
		return err
	}
	a.session = assistant.AgentSession{
		ID: id, Conversation: t.claim.Conversation, Agent: a.agent.ID, Project: a.project.ID, RequestedBy: t.cause().Person, Cause: t.cause().ID,
		Status: assistant.SessionWorking, Team: t.team.Hash(),
	}
	if b, ok := t.cause().Body.(assistant.Revised); ok {
		frame.Edited = b.Message
	}
	if err := a.begin(frame, window); err != nil {
		return err
	}
	return a.work(ctx)
}

// begin puts the frame and the conversation so far into the session.
func (a *acting) begin(f agents.Frame, window []llm.Message) error {
	a.frame = f
	if err := a.keep(assistant.FromFrame, f); err != nil {
		return err
	}
	for _, m := range window {
		if err := a.add(agents.Record{Message: m}); err != nil {
			return err
		}
	}
	return nil
}

// open reads a session that was kept.
func (a *acting) open(s assistant.AgentSession) error {
	a.session = s
	for _, m := range s.Messages {
		if m.From == assistant.FromFrame {
			a.frame = agents.Frame{}
			if err := json.Unmarshal(m.Body, &a.frame); err != nil {
				return fmt.Errorf("read the frame of session %s: %w", s.ID, err)
			}
			if a.frame.Edited != "" {
				a.edited = a.frame.Edited
			}
			if a.frame.Agent != "" {
				a.had = append(a.had, a.agent.ID)
				a.taken(a.frame.Agent)
			}
			continue
		}
		var r agents.Record
		if err := json.Unmarshal(m.Body, &r); err != nil {
			return fmt.Errorf("read message %d of session %s: %w", m.Seq, s.ID, err)
		}
		a.records = append(a.records, r)
	}
	return nil
}

// taken gives the session to an agent: to the chief where there is none of that id.
func (a *acting) taken(by assistant.AgentID) {
	a.gone = ""
	if _, there := a.turn.team.Find(by); !there {
		a.gone = by
	}
	a.agent = a.turn.team.Agent(by)
}

// takenOver gives the agent who has the session now its tools.
func (a *acting) takenOver() {
	a.usable = agents.Usable(a.turn.team.Team, a.agent, a.project)
}

// resumed is the agent whose session it is, ready to go on with it in another turn. A turn that is taken again takes the mail with it
// whose words the session has taken up.
func (s *staff) resumed(ctx context.Context, t *turn, session assistant.AgentSession) (*acting, error) {
	project, _ := t.sit.Focus(session.Project)
	a := &acting{staff: s, turn: t, project: project}
	a.taken(session.Agent)
	if err := a.open(session); err != nil {
		return nil, err
	}
	a.takenOver()
	if t.mail.Attempt > 0 {
		return a, a.heardBefore(ctx)
	}
	return a, nil
}

// add puts a record at the session's end, to be written with the next append.
func (a *acting) add(r agents.Record) error {
	a.records = append(a.records, r)
	from := assistant.FromUser
	switch r.Message.Role {
	case llm.RoleAssistant:
		from = assistant.FromModel
	case llm.RoleTool:
		from = assistant.FromTools
	case llm.RoleUser:
	}
	kept := r
	kept.Message = agents.Unseen(r.Message)
	return a.keep(from, kept)
}

func (a *acting) keep(from assistant.AgentMessageFrom, body any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("write message %d of session %s: %w", a.session.Next(), a.session.ID, err)
	}
	m := assistant.AgentMessage{Seq: a.session.Next(), From: from, Body: raw}
	a.session.Messages = append(a.session.Messages, m)
	a.stands(m)
	return nil
}

// stands keeps where the session stands now.
func (a *acting) stands(news ...assistant.AgentMessage) {
	s := a.session
	s.Messages = news
	a.turn.session(s, a.ends)
}

// work goes on with the session until it has said something, waits for people, or has gone elsewhere.
func (a *acting) work(ctx context.Context) error {
	a.regrouped(ctx)
	if err := a.relieved(); err != nil {
		return err
	}
	for {
		wanted := a.records.unanswered()
		if len(wanted) == 0 {
			reply, err := a.ask(ctx)
			if err != nil {
				return a.left(err)
			}
			if wanted = reply.Calls(); len(wanted) == 0 && len(a.runs) == 0 && !a.again && a.records.steps() == 0 {
				a.session.Status = assistant.SessionDone
				a.stands()
				return errUnproposed
			}
			if len(wanted) == 0 || agents.LastStep(a.before()) {
				return a.answer(ctx, reply, len(wanted) > 0)
			}
			if err := a.add(agents.Record{Message: reply.Message}); err != nil {
				return err
			}
		}
		over, err := a.step(ctx, wanted)
		if over || err != nil {
			return a.left(err)
		}
	}
}

// left keeps that the session may go on later, where a person ended what it was doing.
func (a *acting) left(err error) error {
	if errors.Is(err, errHushed) {
		a.session.Status, a.turn.resumes = assistant.SessionStopped, true
		a.stands()
	}
	return err
}

// before is what had been spent before the newest step.
func (a *acting) before() assistant.Spent {
	s := a.session.Spent
	s.Steps--
	return s
}

// offered are the tools of the step at hand. A turn that is taken again offers the same ones: they follow from what is kept.
func (a *acting) offered() []tools.Tool {
	return agents.Offered(a.turn.team.Team, a.frame, a.records.sought(), a.usable)
}

func (a *acting) ask(ctx context.Context) (llm.Reply, error) {
	a.turn.doing.move(assistant.ActivityThinking)
	var history []llm.Message
	for _, r := range a.records {
		if len(r.Message.Parts) > 0 {
			history = append(history, r.Message)
		}
	}
	request := agents.WorkRequest(a.frame, a.turn.team.Team, agents.Together(history), a.offered(), a.session.Spent)
	asker := a.asker(a.turn)
	asker.as = fmt.Sprintf("%s/step-%d", a.session.ID, a.records.steps()+1)
	reply, err := asker.Ask(ctx, request, a.shownWhileWritten(ctx))
	if err != nil {
		return llm.Reply{}, fmt.Errorf("%s works: %w", a.agent.ID, err)
	}
	a.session.Spent.Steps++
	return reply, nil
}

// shownWhileWritten shows an answer while it is being written; nil where it may turn out not to be worth saying.
func (a *acting) shownWhileWritten(ctx context.Context) func(string) {
	if a.turn.silent() {
		return nil
	}
	return a.drafts(ctx, a.turn, a.agent.ID)
}

// step makes the calls of one step: at once, or by asking people first. over says that the turn goes no further with the session:
// it waits for people, or planning has it.
func (a *acting) step(ctx context.Context, calls []llm.ToolCall) (over bool, err error) {
	wishes, spent := agents.Sort(a.turn.team.Tools(), a.offered(), a.usable, calls, a.records.made(), a.session.Spent)
	results, outside, err := a.look(ctx, wishes)
	if err != nil {
		return false, err
	}
	spent.Actions += len(outside)
	a.session.Spent = spent
	if w, turns := turning(wishes); turns {
		return a.turnTo(ctx, results, w)
	}
	proposed := make([]agents.Wish, 0, len(wishes))
	for _, w := range wishes {
		if w.Does() && w.Refused == "" {
			proposed = append(proposed, w)
		}
	}
	proposed = append(proposed, outside...)
	if len(proposed) > 0 {
		if err := a.heed(ctx); err != nil {
			return false, err
		}
		return true, a.propose(results, proposed)
	}
	return false, a.goOn(ctx, results)
}

// goOn keeps what came of a step, and takes up what people have said meanwhile.
func (a *acting) goOn(ctx context.Context, results agents.Record) error {
	if err := a.add(results); err != nil {
		return err
	}
	hears := a.heed
	if a.turn.cause().Author == assistant.AuthorUser {
		hears = a.steer
	}
	if err := hears(ctx); err != nil {
		return err
	}
	return a.turn.kept(ctx)
}

// answer ends the session with words. A model that wants calls where none are left is not taken at its word.
func (a *acting) answer(ctx context.Context, reply llm.Reply, cut bool) error {
	text, say := strings.TrimSpace(reply.Text()), a.turn.write
	if text == "" || cut {
		say, text = a.turn.say, agents.Sorry(a.turn.words(), a.session.Spent != assistant.Spent{Steps: a.session.Spent.Steps}, a.records.acted())
	}
	a.ends = true
	if err := a.add(agents.Record{Message: reply.Message}); err != nil {
		return err
	}
	a.session.Status = assistant.SessionDone
	a.stands()
	said := assistant.Said{Rehearsal: reply.Info.Rehearsal, Final: len(a.runs) > 0}
	refused := false
	for _, r := range a.records {
		said.Files, refused = append(said.Files, r.Files...), refused || r.Refused
	}
	said.Files = said.Files[:min(len(said.Files), assistant.MaxFiles)]
	if len(a.runs)+len(said.Files) == 0 && a.turn.nothingNew(text) {
		return a.turn.Think(ctx, a.agent.ID, assistant.PhaseExecution, a.turn.words().Say(saysNothing))
	}
	if said.Note = became(a.runs, a.turn.words()); said.Note == "" {
		asked := a.turn.cause().Content
		said.Note = a.turn.team.Unchanged(a.turn.words(), asked, agents.Answered{Text: text, Rehearsal: said.Rehearsal, Refused: refused}, len(said.Files))
	}
	say("answer", assistant.Message{Agent: a.agent.ID, Kind: assistant.KindMessage, Content: text, Run: a.turn.run, Body: said})
	return nil
}

// unfit tells whether an error is one that people can be told of, and that trying again at once would only repeat.
func unfit(ctx context.Context, err error) bool {
	return err != nil && ctx.Err() == nil && !errors.Is(err, assistant.ErrFenced) && readable(err)
}
