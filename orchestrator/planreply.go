package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/metrics"
	"github.com/aisteam/aisteam/orchestrator/tape"
	"github.com/aisteam/aisteam/planning"
	"github.com/aisteam/aisteam/wording"
)

// plans goes from a request to a run: it asks for what is missing, shows a plan, changes it, and starts what was approved.
type plans struct {
	planner planner
	models  *models
	runs    *runs
	read    records
	readers tools.Audience
	ids     *assistant.IDs
	now     func() time.Time
	meter   *metrics.Metrics
	tape    *tape.Tape // of the turn; nil where it is not recorded
}

// taskHost is what planning works with in this turn.
func (p *plans) taskHost(t *turn) planning.Desk {
	return planning.Desk{Team: t.team.Team, Model: p.models.asker(t), Journal: t, Audience: p.readers, IDs: p.ids, Now: p.now, Tool: tapedTool(p.tape)}
}

// timed starts the clock of planning; what it returns stops it.
func (p *plans) timed() func() {
	start := p.models.clock()
	return func() { p.meter.Turn(metrics.StagePlan, p.models.clock().Sub(start)) }
}

// beginWith plans a request, with what an agent at work has found out about it.
func (p *plans) beginWith(ctx context.Context, t *turn, request assistant.Message, found string) error {
	t.doing.move(assistant.ActivityPlanning)
	defer p.timed()()
	taskHost := p.taskHost(t)
	taskHost.Found = found
	move, err := p.planner.Begin(ctx, taskHost, t.sit, request)
	if err != nil {
		return fmt.Errorf("begin planning: %w", err)
	}
	return p.moved(ctx, t, move)
}

// moved appends what planning came to: questions, a plan, words or a problem.
func (p *plans) moved(ctx context.Context, t *turn, m planning.Move) error {
	if m.Brief != nil {
		t.say("brief", assistant.Message{Kind: assistant.KindSystem, Agent: assistant.Chief, Content: m.Brief.Goal, Body: assistant.Briefed{Brief: *m.Brief}})
	}
	if m.Say != "" {
		t.reply(m.Say, false)
	}
	if m.Ask != nil {
		t.say("ask", assistant.Message{
			Agent: assistant.Chief, Kind: assistant.KindMessage, Content: askText(*m.Ask), Body: assistant.Asked{Clarification: *m.Ask, Rehearsal: t.backend.Rehearsal},
		})
	}
	if m.Plan != nil {
		if err := p.show(ctx, t, m); err != nil {
			return err
		}
	}
	if m.Problem != nil && m.Unable && !unasked(t.cause().Body) {
		p.unable(t, m)
	} else if m.Problem != nil {
		t.problem(*m.Problem, nil)
	}
	return nil
}

// unable says in one line what cannot be done, with what is near to it to be pressed. What nobody is there for stays a failure. A rehearsal
// that understands nothing says so: which tools there are is not why.
func (p *plans) unable(t *turn, m planning.Move) {
	said := t.words().Tell(m.Problem.Message)
	if m.Unheard && t.backend.Rehearsal {
		said = t.words().Say(llm.Unheard)
	}
	t.say("unable", assistant.Message{Agent: assistant.Chief, Kind: assistant.KindMessage, Content: said, Body: assistant.Said{Code: true, Next: nearest(t)}})
}

// show puts a plan before people. One that needs nobody's yes starts with it; where there is more to say than the plan, people are
// to read that first.
func (p *plans) show(ctx context.Context, t *turn, m planning.Move) error {
	atOnce := m.Plan.MayStartAtOnce() && m.Problem == nil && m.Say == ""
	thought, said := t.words().Say("Hans is showing the plan and waits for a decision."), planText(t.team, *m.Plan, m.Changes, t.words())
	if atOnce {
		thought = t.words().Say("Hans is starting the plan, because it changes nothing.")
		said += "\n" + t.words().Say(assistant.SaidAtOnce)
	}
	if err := t.Think(ctx, assistant.Chief, assistant.PhasePlanning, thought); err != nil {
		return err
	}
	t.say("plan", assistant.Message{
		Agent: assistant.Chief, Kind: assistant.KindMessage, Content: said,
		Body: assistant.PlanProposed{Plan: *m.Plan, AtOnce: atOnce, Changes: m.Changes, Rehearsal: t.backend.Rehearsal},
	})
	if !atOnce {
		return nil
	}
	return p.start(ctx, t, *m.Plan, planning.Decision{At: p.now(), In: t.claim.Conversation})
}

// askText is a clarification in plain text, for whoever cannot show the card.
func askText(c assistant.Clarification) string {
	var b strings.Builder
	b.WriteString(c.Intro)
	for i, q := range c.Questions {
		fmt.Fprintf(&b, "\n%d. %s", i+1, q.Text)
		if q.Reason != "" {
			fmt.Fprintf(&b, " (%s)", q.Reason)
		}
		for _, o := range q.Options {
			fmt.Fprintf(&b, "\n   - %s", o.Label)
		}
	}
	return b.String()
}

// planText is a plan in plain text, for whoever cannot show the card.
func planText(by agents.Vocabulary, p assistant.Plan, changes []string, w wording.Words) string {
	var b strings.Builder
	b.WriteString(w.Say("Plan: %s", p.Title) + "\n" + p.Goal)
	for _, c := range changes {
		b.WriteString("\n" + w.Say("Changed: %s", c))
	}
	for i, step := range p.Steps {
		fmt.Fprintf(&b, "\n%d. [%s] %s: %s", i+1, step.Group, by.Called(step.Owner), step.Summary)
		if p.Several() {
			b.WriteString(" (" + w.Say("on %s", p.NameOf(step)) + ")")
		}
	}
	return b.String()
}

// answered goes on planning with a person's answer.
func (p *plans) answered(ctx context.Context, t *turn, b assistant.Answered) error {
	if t.sit.Brief == nil {
		return nil // what it was asked for has been dropped meanwhile
	}
	if b.Withdrawn {
		return p.dropBrief(t, t.words().Say("I have put this aside, because nobody answered. Say it again whenever you like."))
	}
	return p.goOn(ctx, t, *t.sit.Brief, b.Values, b.Text)
}

func (p *plans) goOn(ctx context.Context, t *turn, brief assistant.Brief, values map[string]string, text string) error {
	t.doing.move(assistant.ActivityPlanning)
	defer p.timed()()
	move, err := p.planner.Answer(ctx, p.taskHost(t), t.sit, brief, values, text)
	if err != nil {
		return fmt.Errorf("go on planning: %w", err)
	}
	return p.moved(ctx, t, move)
}

// withdraw drops the open question and what it was asked for.
func (p *plans) withdraw(t *turn, q assistant.Clarification) error {
	t.say("withdrawn", withdrawal(t, q))
	return p.dropBrief(t, t.words().Say("All right, I have dropped it. Nothing was changed."))
}

// withdrawal is the word of the turn's person that a question needs no answer any more.
func withdrawal(t *turn, q assistant.Clarification) assistant.Message {
	return assistant.Message{
		Author: assistant.AuthorUser, Person: t.cause().Person, Kind: assistant.KindStatus, Content: t.words().Say("Withdrawn."),
		Body: assistant.Answered{Clarification: q.ID, Withdrawn: true},
	}
}

func (p *plans) dropBrief(t *turn, words string) error {
	if t.sit.Brief != nil {
		b := *t.sit.Brief
		b.Status = assistant.PlanWithdrawn
		t.say("brief", assistant.Message{Kind: assistant.KindSystem, Agent: assistant.Chief, Content: "dropped", Body: assistant.Briefed{Brief: b}})
	}
	t.reply(words, false)
	return nil
}

// decided handles a decision that came by a click.
func (p *plans) decided(ctx context.Context, t *turn, b assistant.PlanDecided) error {
	plan, _, _, err := p.read.Plan(ctx, t.claim.Tenant, b.Plan, b.Version)
	if err != nil {
		return fmt.Errorf("read plan %s version %d: %w", b.Plan, b.Version, err)
	}
	return p.onPlan(ctx, t, b, plan)
}

func (p *plans) onPlan(ctx context.Context, t *turn, b assistant.PlanDecided, plan assistant.Plan) error {
	if plan.Redirects != "" && b.Verdict != assistant.VerdictApproved {
		return p.redirectDecided(ctx, t, b, plan)
	}
	switch b.Verdict {
	case assistant.VerdictApproved:
		return p.start(ctx, t, plan, planning.Decision{By: t.cause().Person, At: p.now(), In: t.claim.Conversation, Unseen: b.Unseen})
	case assistant.VerdictChanges:
		if b.DryRun {
			return p.tryOut(ctx, t, plan)
		}
		t.doing.move(assistant.ActivityPlanning)
		defer p.timed()()
		move, err := p.planner.Revise(ctx, p.taskHost(t), t.sit, plan, b.Note)
		if err != nil {
			return fmt.Errorf("revise plan %s: %w", plan.ID, err)
		}
		return p.moved(ctx, t, move)
	case assistant.VerdictRejected:
		t.reply(t.words().Say("All right, I have dropped the plan “%s”. Nothing was changed.", plan.Title), false)
	case assistant.VerdictExpired:
		t.reply(t.words().Say(
			"Nobody decided on the plan “%s” in time, so I have put it aside. Nothing was changed. Say the word and I plan it anew.", plan.Title), false)
	case assistant.VerdictWithdrawn:
	}
	return nil
}

// start creates the run and its tasks and releases the first group (seed 000 §16.2, stages 9 and 10).
func (p *plans) start(ctx context.Context, t *turn, plan assistant.Plan, d planning.Decision) error {
	for _, s := range plan.Steps {
		if s.Stands != assistant.StepNew {
			continue
		}
		if _, there := t.team.Tools().Get(string(s.Type)); !there {
			return p.showLacking(ctx, t, plan, s)
		}
	}
	d.Team = t.team.Hash()
	if plan.Redirects != "" {
		return p.redirect(ctx, t, plan, d)
	}
	run, tasks, err := planning.Build(plan, p.ids, d)
	switch {
	case errors.Is(err, assistant.ErrMoved):
		return p.showAgain(ctx, t, plan)
	case err != nil:
		return fmt.Errorf("start plan %s: %w", plan.ID, err)
	}
	t.run = run.ID
	t.doing.move(assistant.ActivityExecuting)
	if words, to := joining(t.team, tasks, t.words()); words != "" {
		t.say("joined", assistant.Message{
			Agent: assistant.Chief, Kind: assistant.KindStatus, Content: words, Run: run.ID,
			Body: assistant.Routed{From: t.sit.Conversation.Agent, To: to, Reason: "they own steps of the plan", By: "rule"},
		})
	}
	t.say("run", assistant.Message{
		Agent: assistant.Chief, Kind: assistant.KindStatus, Run: run.ID, Content: t.words().Say("Run created: %s, %d tasks", run.Title, len(tasks)),
		Body: assistant.RunStarted{Run: run, Tasks: tasks},
	})
	return p.runs.next(ctx, t, run, t.begunWith(plan, run, tasks))
}

// showAgain puts a plan before people anew that is not kept as it was shown: nothing of it has started.
func (p *plans) showAgain(ctx context.Context, t *turn, plan assistant.Plan) error {
	move, err := p.asNow(ctx, t, plan)
	if err != nil {
		return err
	}
	if move.Plan != nil {
		move.Say = t.words().Say("I did not start this plan, because what I have kept of it is not certainly what was shown. " +
			"Here it is as it would be done now; please decide on it again.")
	}
	return p.anew(ctx, t, plan, move)
}

// showLacking puts a plan before people anew whose tool for a step is gone: it does not begin what it cannot end.
func (p *plans) showLacking(ctx context.Context, t *turn, plan assistant.Plan, s assistant.Step) error {
	move, err := p.asNow(ctx, t, plan)
	if err != nil {
		return err
	}
	if move.Plan != nil {
		move.Problem = &assistant.Problem{
			Side:     assistant.SideContext,
			Message:  assistant.Say("I did not start this plan, because the tool for one of its steps is not here any more: %s. Nothing was changed.", s.Says()),
			Recovery: assistant.Say("Connect it again and approve the plan once more, or tell me what to do without that step."),
		}
	}
	return p.anew(ctx, t, plan, move)
}

// anew says what came of showing a plan again. A run at work goes on as before where nothing is left of the change of it.
func (p *plans) anew(ctx context.Context, t *turn, plan assistant.Plan, m planning.Move) error {
	if err := p.moved(ctx, t, m); err != nil || m.Plan != nil || plan.Redirects == "" {
		return err
	}
	v, err := p.runs.turnTo(ctx, t, plan.Redirects)
	if err != nil {
		return err
	}
	return p.resumes(ctx, t, v)
}

// asNow is a plan as it would be done now.
func (p *plans) asNow(ctx context.Context, t *turn, plan assistant.Plan) (planning.Move, error) {
	t.doing.move(assistant.ActivityPlanning)
	if plan.Redirects != "" {
		v, err := p.runs.turnTo(ctx, t, plan.Redirects)
		if err != nil {
			return planning.Move{}, err
		}
		return p.redirected(ctx, t, v, plan, "")
	}
	move, err := p.planner.Revise(ctx, p.taskHost(t), t.sit, plan, "")
	if err != nil {
		return move, fmt.Errorf("show plan %s again: %w", plan.ID, err)
	}
	return move, nil
}

// joining says who takes part in a run (seed 000 §5.3).
func joining(of agents.Vocabulary, tasks []assistant.Task, w wording.Words) (string, []assistant.AgentID) {
	var names []string
	var ids []assistant.AgentID
	seen := map[assistant.AgentID]bool{assistant.Chief: true}
	for _, task := range tasks {
		if !seen[task.Owner] {
			seen[task.Owner] = true
			names, ids = append(names, of.Called(task.Owner)), append(ids, task.Owner)
		}
	}
	switch len(names) {
	case 0:
		return "", nil
	case 1:
		return w.Say("%s is joining this run.", names[0]), ids
	default:
		return w.Say("%s are joining this run.", w.List(names)), ids
	}
}

func decisionText(v assistant.Verdict, who string, w wording.Words) string {
	if who == "" {
		who = w.Say("a person")
	}
	switch v {
	case assistant.VerdictApproved:
		return w.Say("Approved by %s", who)
	case assistant.VerdictRejected:
		return w.Say("Rejected by %s", who)
	case assistant.VerdictChanges:
		return w.Say("%s asked for changes", who)
	case assistant.VerdictExpired:
		return w.Say("Expired: nobody decided in time")
	case assistant.VerdictWithdrawn:
		return w.Say("Withdrawn")
	default:
		return string(v)
	}
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if r := []rune(line); len(r) > 120 {
		return string(r[:119]) + "…"
	}
	return line
}

// plainly is a title on a line, with nothing in it that Markdown reads.
func plainly(title string) string {
	return strings.NewReplacer("*", "", "_", " ", "`", "", "[", "(", "]", ")", "<", "", ">", "").Replace(firstLine(title))
}
