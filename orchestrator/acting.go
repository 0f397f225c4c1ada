package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// acting is an agent at work in a turn, and the turn as the host of its loop: see package loop. What the loop leaves to it, it says,
// puts before people, or takes elsewhere; what came of that lets the loop go on, in this turn or days later in another.
type acting struct {
	*staff
	*loop.Loop

	turn    *turn
	project assistant.Project
	runs    []assistant.RunView // that have ended, for what is said of them by code
	route   *agents.Decision    // why the agent has the turn's words in hand, until that is said; nil where it is, or was before
	ends    bool                // what is kept from now on goes with the turn's end: something in it hangs together

	unfounded []string // what the answer says was done, also when it was sent back, and no receipt shows
}

// at is an agent at work in a turn for a project, before it has begun or gone on with anything.
func (s *staff) at(t *turn, agent assistant.Agent, project assistant.Project) *acting {
	a := &acting{staff: s, turn: t, project: project, Loop: &loop.Loop{
		Team: t.team.Team, Agent: agent, Usable: agents.Usable(t.team.Team, agent, project), Words: t.words(),
	}}
	a.Approved = a.approved
	return a
}

// act lets the agent whom the turn's words are routed to take its first step on them, and go on from there: from where it stands when the
// turn is taken again.
func (s *staff) act(ctx context.Context, t *turn, route agents.Decision, mode loop.Mode) error {
	a := s.takes(t, route, mode)
	if err := s.choose(ctx, t, a.Agent, route); err != nil {
		return err
	}
	id := assistant.SessionOf(t.cause().ID)
	if t.mail.Attempt > 0 {
		known, found, err := s.lookups.AgentSession(ctx, t.claim.Tenant, id)
		if err != nil {
			return fmt.Errorf("find the session of these words: %w", err)
		}
		if found {
			if err := a.Open(known); err != nil {
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
		Agent: a.Agent, Situation: t.sit, Pictures: pictures, About: t.cause(), Team: t.team.Team, Mode: a.Frame.Mode,
	}), a.Usable)
	if err != nil {
		return err
	}
	a.Session = assistant.AgentSession{
		ID: id, Conversation: t.claim.Conversation, Agent: a.Agent.ID, Project: a.project.ID, RequestedBy: t.cause().Person, Cause: t.cause().ID,
		Status: assistant.SessionWorking, Team: t.team.Hash(),
	}
	if b, ok := t.cause().Body.(assistant.Revised); ok {
		frame.Edited = b.Message
	}
	a.Holds()
	if err := a.Begin(a, frame, window); err != nil {
		return err
	}
	return a.work(ctx)
}

// takes is the agent whom the turn's words are routed to, with what it may use for them. Whoever answers a guest has no tools.
func (s *staff) takes(t *turn, route agents.Decision, mode loop.Mode) *acting {
	if t.guest() {
		mode = loop.Speaks
	}
	project, _ := t.sit.Here()
	a := s.at(t, t.team.Agent(route.Agent), project)
	a.Frame.Mode, a.route = mode, &route
	a.takenOver()
	return a
}

// takenOver gives the agent who has the session now its tools.
func (a *acting) takenOver() { a.Usable = a.usableBy(a.Agent) }

// usableBy tells what an agent may use in the session, by its mode.
func (a *acting) usableBy(agent assistant.Agent) func(tools.Tool) bool {
	return a.Frame.Mode.Lets(agents.Usable(a.turn.team.Team, agent, a.project))
}

// resumed is the agent whose session it is, ready to go on with it in another turn. A turn that is taken again takes the mail with it
// whose words the session has taken up.
func (s *staff) resumed(ctx context.Context, t *turn, session assistant.AgentSession) (*acting, error) {
	project, _ := t.sit.Focus(session.Project)
	a := s.at(t, assistant.Agent{}, project)
	a.TakenBy(session.Agent)
	if err := a.Open(session); err != nil {
		return nil, err
	}
	a.takenOver()
	if t.mail.Attempt > 0 {
		return a, a.heardBefore(ctx)
	}
	return a, nil
}

// work goes on with the session until it has said something, waits for people, or has gone elsewhere.
func (a *acting) work(ctx context.Context) error {
	a.regrouped(ctx)
	if err := a.relieved(); err != nil {
		return err
	}
	for {
		out, err := a.Work(ctx, a)
		if err != nil {
			return a.left(ctx, err)
		}
		if over, err := a.decide(ctx, out); over || err != nil {
			return a.left(ctx, err)
		}
	}
}

// decide does what the loop leaves to its host. over says that the turn goes no further with the session.
func (a *acting) decide(ctx context.Context, out loop.Outcome) (over bool, err error) {
	a.tookUp(out)
	switch o := out.(type) {
	case loop.Toolless:
		return a.withoutTools(ctx)
	case loop.Words:
		if len(a.Records.AtWork()) > 0 {
			return a.waitsOn(ctx, o)
		}
		if a.RunsOut(o) {
			return true, a.raise(ctx, loop.Raises{Reason: assistant.EscalatedBudget})
		}
		if back, err := a.sendsBack(ctx, o); back || err != nil {
			return false, err
		}
		return true, a.answer(ctx, o)
	case loop.Proposes:
		if err := a.takeCommands(ctx); err != nil {
			return false, err
		}
		return true, a.propose(o.Results, o.Wishes)
	case loop.Steers:
		return a.turnTo(ctx, o.Results, o.Wish)
	case loop.Raises:
		return true, a.raise(ctx, o)
	case loop.Delegates:
		return true, a.delegate(ctx, o.Results, o.Wishes)
	default:
		return true, fmt.Errorf("no way to go on from a %T", o)
	}
}

// tookUp says who has the turn's words in hand. Who leaves them to planning at the first step never had.
func (a *acting) tookUp(out loop.Outcome) {
	steers, _ := out.(loop.Steers)
	if a.route == nil || out == (loop.Toolless{}) || a.New() && steers.Wish.Tool.Name == loop.ToolPlan {
		return
	}
	a.took(a.turn, a.Agent, *a.route)
	a.route = nil
}

// withoutTools goes on where the model takes no tools, so that its first step cannot decide: it says what the words are, and what asks for
// work is planned. All else it answers with words alone.
func (a *acting) withoutTools(ctx context.Context) (over bool, err error) {
	if a.Frame.Mode == loop.Works {
		judged, err := a.turn.team.Judge(ctx, a.asker(a.turn), a.turn.cause().Content, a.turn.sit)
		if err != nil && !errors.Is(err, llm.ErrGarbage) { // one that says it in no form still has words
			return true, fmt.Errorf("read what is asked for: %w", err)
		}
		if judged.Works {
			return true, a.leaveToPlanning(ctx, a.turn.words().Say("it changes something or takes several steps"), "")
		}
	}
	a.Frame = a.Frame.WithWordsAlone()
	a.takenOver()
	return false, nil
}

// left keeps that the session may go on later, where a person ended what it was doing. One whose request they have replaced does not.
func (a *acting) left(ctx context.Context, err error) error {
	if !errors.Is(err, errInterrupted) {
		return err
	}
	a.Session.Status, a.turn.resumes = assistant.SessionStopped, true
	if h := a.turn.endedBy; h != nil && a.turn.replacedBy(h.Mail.Message) {
		a.Session.Status, a.turn.resumes = assistant.SessionDone, false
	}
	a.Keeps(a)
	a.Stands(a)
	return errors.Join(err, a.recalls(ctx))
}

// answer ends the session with words. A model that wants calls where none are left is not taken at its word.
func (a *acting) answer(ctx context.Context, words loop.Words) error {
	reply, cut := words.Reply, words.Cut
	text, say := strings.TrimSpace(reply.Text()), a.turn.write
	if text == "" || cut {
		say, text = a.turn.say, agents.Sorry(a.turn.words(), a.Session.Spent != assistant.Spent{Steps: a.Session.Spent.Steps}, a.Records.Acted() || a.Records.Set())
	}
	a.ends = true
	if err := a.Add(a, loop.Record{Message: reply.Message}); err != nil {
		return err
	}
	a.Session.Status = assistant.SessionDone
	a.Stands(a)
	said := assistant.Said{Rehearsal: reply.Info.Rehearsal, Final: len(a.runs) > 0, Files: a.Records.Files()}
	said.Files = said.Files[:min(len(said.Files), assistant.MaxFiles)]
	if len(a.runs)+len(said.Files) == 0 && a.turn.nothingNew(text) {
		return a.turn.Think(ctx, a.Agent.ID, assistant.PhaseExecution, a.turn.words().Say(saysNothing))
	}
	if len(a.runs) == 0 {
		said.Next = suggested(a.turn)
	}
	said.Note, said.Topic = a.note(text, said, cut), a.news()
	say("answer", assistant.Message{Agent: a.Agent.ID, Kind: assistant.KindMessage, Content: text, Run: a.turn.run, Body: said})
	return nil
}

// note is what code says beneath an answer: what became of what was proposed, or else what was not done.
func (a *acting) note(text string, said assistant.Said, cut bool) string {
	words := a.turn.words()
	unfounded := noteUnfounded(a.unfounded, words)
	if became := became(a.runs, words); became != "" || unfounded != "" {
		return strings.TrimSpace(unfounded + " " + became)
	}
	if slices.ContainsFunc(a.receipts(), func(r agents.Receipt) bool { return r.Came == agents.ReceiptDone }) {
		return a.notOpened() // what was done before a question was told then
	}
	answered := agents.Answered{Text: text, Rehearsal: said.Rehearsal, Refused: cut || a.Records.Refused(), Set: a.Records.Set()}
	return strings.TrimSpace(a.notOpened() + " " + agents.Unchanged(words, answered, len(said.Files)))
}

// news is what the answer of an automation is told as, by the tools that it used; "" where those do not say.
func (a *acting) news() assistant.Topic {
	if !unasked(a.turn.cause().Body) {
		return ""
	}
	for _, m := range a.Records.Made() {
		if tool, known := a.turn.team.Tools().Get(m.Call.Name); known && m.Came == loop.CameSeen && tool.News != "" {
			return tool.News
		}
	}
	return ""
}

// unfit tells whether an error is one that people can be told of, and that trying again at once would only repeat.
func unfit(ctx context.Context, err error) bool {
	return err != nil && ctx.Err() == nil && !errors.Is(err, assistant.ErrFenced) && readable(err)
}

// waits has the session wait for a run that the calls of a step have become, and ends the turn: the run's end lets it go on. of says what was
// done with them, and asks who does what now.
func (a *acting) waits(results loop.Record, run assistant.Run, tasks []assistant.Task, of, asks string) error {
	ids := make([]assistant.TaskID, 0, len(tasks))
	for _, k := range tasks {
		ids = append(ids, k.ID)
	}
	a.ends = true
	if err := a.Add(a, results); err != nil {
		return err
	}
	a.Session.Status, a.Session.Run = assistant.SessionWaiting, run.ID
	a.Stands(a)
	a.turn.run = run.ID
	a.turn.say("run", assistant.Message{
		Agent: run.CreatedBy, Kind: assistant.KindStatus, Run: run.ID, Content: of + ": " + run.Title,
		Body: assistant.RunStarted{Run: run, Tasks: tasks, Heard: a.Records.Speakers(run.RequestedBy)},
	})
	a.turn.say("group-A", assistant.Message{
		Agent: run.CreatedBy, Kind: assistant.KindStatus, Run: run.ID, Content: asks, Body: assistant.GroupStarted{Run: run.ID, Group: "A", Tasks: ids},
	})
	return nil
}

// run is a run of what a step of the session wants, which an agent answers for.
func (a *acting) run(by assistant.AgentID) assistant.Run {
	now := a.now()
	return assistant.Run{
		ID: assistant.NewID[assistant.RunID](a.ids), Conversation: a.turn.claim.Conversation, Project: a.project.ID, Session: a.Session.ID,
		CreatedBy: by, RequestedBy: a.Session.RequestedBy, Status: assistant.RunRunning, CreatedAt: now, UpdatedAt: now,
	}
}
