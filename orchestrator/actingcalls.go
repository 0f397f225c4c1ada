package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
)

// queriesAtOnce is how many calls of one step that change nothing are made at the same time.
const queriesAtOnce = 4

// look makes the calls of a step that change nothing, several at a time, and gives their results with those of the calls that are
// not made at all, and the calls that lead outside and wait for a yes. What the model wanted is kept first: whoever goes on after a crash makes the same calls under the same keys. A
// stop ends them, and what they would have given.
func (a *acting) look(ctx context.Context, wishes []agents.Wish) (agents.Record, []agents.Wish, error) {
	results := make([]*llm.ToolResult, len(wishes))
	receipts := make([]assistant.Receipt, len(wishes))
	troubles := make([]*assistant.Trouble, len(wishes))
	var g errgroup.Group
	g.SetLimit(queriesAtOnce)
	asked := 0
	for i, w := range wishes {
		switch {
		case w.Refused != "":
			results[i] = &llm.ToolResult{Failed: true, Content: w.Refused}
		case w.Looks():
			asked++
		}
	}
	if asked > 0 {
		if err := a.turn.kept(ctx); err != nil {
			return agents.Record{}, nil, err
		}
		err := a.turn.seat.aside(ctx, func() error {
			return a.asker(a.turn).until(ctx, wishes[0].Call.ID, func(ctx context.Context) error {
				for i, w := range wishes {
					if w.Refused == "" && w.Looks() {
						g.Go(func() (err error) {
							receipts[i], troubles[i], err = a.query(ctx, w.Call)
							return err
						})
					}
				}
				return g.Wait()
			})
		})
		if err != nil {
			return agents.Record{}, nil, err
		}
	}
	var outside []agents.Wish
	out := agents.Record{Message: llm.Message{Role: llm.RoleTool}}
	for i, w := range wishes {
		if address := a.waitsFor(troubles[i], wishes, outside); address != "" {
			outside = append(outside, w)
			if err := a.turn.thinksOfGoing(ctx, a.agent, nil, address); err != nil {
				return out, nil, err
			}
			continue
		}
		if w.Refused == "" && w.Looks() {
			var err error
			if results[i], err = a.seen(ctx, w, receipts[i], troubles[i]); err != nil {
				return out, nil, err
			}
			out.Files = append(out.Files, receipts[i].Result.Files...)
			if troubles[i] == nil {
				out.Came = came(out.Came, w.Call.ID, agents.CameSeen)
			}
		}
		if w.Refused == "" && w.Tool.Name == agents.ToolThink {
			hint, err := a.think(ctx, w)
			if err != nil {
				return out, nil, err
			}
			results[i] = &llm.ToolResult{Content: hint}
		}
		if w.Refused == "" && w.Tool.Name == agents.ToolFind {
			results[i] = &llm.ToolResult{Content: agents.ToldFound(agents.LookedFor(a.turn.team.Team, agents.Wants[agents.FindTools](w).Words, a.usable))}
		}
		if w.Refused == "" && w.Tool.Name == agents.ToolDone {
			ends := endsWith(wishes)
			results[i] = &ends
		}
		if r := results[i]; r != nil {
			r.ID, r.Name = w.Call.ID, w.Call.Name
			out.Message.Parts = append(out.Message.Parts, llm.Part{Result: r})
			out.Refused = out.Refused || r.Failed
		}
	}
	return out, outside, nil
}

// seen is the result of a call that was made at once, and notes it for people.
func (a *acting) seen(ctx context.Context, w agents.Wish, receipt assistant.Receipt, t *assistant.Trouble) (*llm.ToolResult, error) {
	words := a.turn.words()
	result := &llm.ToolResult{Content: agents.Quoted(w.Tool.Name, told(receipt.Result))}
	line := words.Say("%s used “%s”", a.agent.Name, words.Label(w.Tool.Label))
	if t != nil {
		result = &llm.ToolResult{Failed: true, Content: agents.Quoted(w.Tool.Name, t.Problem.Message.String())}
		line = words.Say("%s tried “%s”, which did not work", a.agent.Name, words.Label(w.Tool.Label))
	}
	if err := a.turn.Think(ctx, a.agent.ID, assistant.PhaseExecution, line); err != nil {
		return nil, err
	}
	return result, a.turn.thinksOfGoing(ctx, a.agent, receipt.Result.Reached, "")
}

// waitsFor is the address that a call which leads outside waits for a yes to; "" where it waits for none, the step takes the work
// elsewhere, or it asks about enough already.
func (a *acting) waitsFor(t *assistant.Trouble, wishes, before []agents.Wish) string {
	if _, turns := turning(wishes); t == nil || turns || a.session.Spent.Actions+len(before) >= agents.MaxActions {
		return ""
	}
	return t.Problem.Outward
}

// came notes what came of a call that need not be made again.
func came(of map[string]agents.Came, call string, what agents.Came) map[string]agents.Came {
	if of == nil {
		of = map[string]agents.Came{}
	}
	of[call] = what
	return of
}

// query makes one call that changes nothing. Its key is the same however often the step is begun again.
func (a *acting) query(ctx context.Context, call llm.ToolCall) (assistant.Receipt, *assistant.Trouble, error) {
	receipt, err := a.doer.Query(ctx, executor.Query{
		Tenant: a.turn.claim.Tenant, Conversation: a.turn.claim.Conversation, Project: a.project, Agent: a.agent.ID, Tool: call.Name,
		Arguments: call.Arguments, Key: fmt.Sprintf("%s/%d/%s", a.session.ID, a.records.steps(), call.ID),
		Team: a.turn.team.Team, Asker: a.worksFor(), Unasked: a.frame.Background,
	})
	if trouble, ok := errors.AsType[*assistant.Trouble](err); ok {
		return receipt, trouble, nil
	}
	if err != nil {
		return receipt, nil, fmt.Errorf("use %s: %w", call.Name, err)
	}
	return receipt, nil, nil
}

// worksFor is whoever has asked for the session.
func (a *acting) worksFor() assistant.Person {
	if p := a.turn.sit.Person; p.ID == a.session.RequestedBy {
		return p
	}
	return assistant.Person{ID: a.session.RequestedBy, Tenant: a.turn.claim.Tenant}
}

// propose makes a run of what the step wants to change, a task for each call: from here on it goes the way of every task, to the
// gate, which asks people. Nothing of the session is left in memory.
func (a *acting) propose(results agents.Record, wishes []agents.Wish) error {
	now, by := a.now(), a.carries(wishes)
	run := assistant.Run{
		ID: assistant.NewID[assistant.RunID](a.ids), Conversation: a.turn.claim.Conversation, Project: a.project.ID, Session: a.session.ID,
		CreatedBy: by.ID, RequestedBy: a.session.RequestedBy, Status: assistant.RunRunning, CreatedAt: now, UpdatedAt: now,
	}
	run.Title, run.Said = titleOfWishes(wishes)
	results.Tasks = make(map[string]assistant.TaskID, len(wishes))
	tasks, ids := tasksOf(a.turn.team, a.ids, run, by, wishes)
	for i, w := range wishes {
		results.Tasks[w.Call.ID] = ids[i]
	}
	a.ends = true
	if err := a.add(results); err != nil {
		return err
	}
	a.session.Status, a.session.Run = assistant.SessionWaiting, run.ID
	a.stands()
	a.turn.run = run.ID
	a.turn.say("run", assistant.Message{
		Agent: by.ID, Kind: assistant.KindStatus, Run: run.ID, Content: "Proposed: " + run.Title, Body: assistant.RunStarted{Run: run, Tasks: tasks, Heard: a.records.speakers(run.RequestedBy)},
	})
	a.turn.say("group-A", assistant.Message{
		Agent: by.ID, Kind: assistant.KindStatus, Run: run.ID, Content: a.asks(wishes, by),
		Body: assistant.GroupStarted{Run: run.ID, Group: "A", Tasks: ids},
	})
	return nil
}

// carries is who puts a step's wishes before people: where the agent only drafts what changes something, its lead, or whose it is that
// its lead may not do.
func (a *acting) carries(wishes []agents.Wish) assistant.Agent {
	by := a.turn.team.Carries(a.agent)
	if i := slices.IndexFunc(wishes, agents.Wish.Does); i >= 0 && by.ID != a.agent.ID {
		return a.turn.team.Agent(ownerOf(a.turn.team, wishes[i].Tool, by))
	}
	return a.agent
}

// asks says who asks people, and before what.
func (a *acting) asks(wishes []agents.Wish, by assistant.Agent) string {
	switch {
	case !slices.ContainsFunc(wishes, agents.Wish.Does):
		return a.turn.words().Say(asksBeforeLooking, by.Called())
	case by.ID != a.agent.ID:
		return a.turn.words().Say("%s has drafted this; %s is asking before anything is changed, and carries it out", a.agent.Called(), by.Called())
	default:
		return a.turn.words().Say("%s is asking before anything is changed", by.Called())
	}
}

// ownerOf is who does a task: the agent itself, or who alone may. What changes something is nobody's who only drafts it.
func ownerOf(in agents.Vocabulary, t tools.Tool, agent assistant.Agent) assistant.AgentID {
	if len(t.Owners) == 0 || slices.Contains(t.Owners, agent.ID) {
		return agent.ID
	}
	if owner, known := in.Find(t.Owners[0]); known && t.Class == assistant.ClassAction {
		return in.Carries(owner).ID
	}
	return t.Owners[0]
}

// titleOfWishes is what the run of a step's wishes is called, with what that was made of.
func titleOfWishes(ws []agents.Wish) (string, assistant.Sentences) {
	title := ws[0].Tool.Titled(summaryOfWish(ws[0]))
	switch more := len(ws) - 1; more {
	case 0:
	case 1:
		title = assistant.Say("%s, and one more action", title)
	default:
		title = assistant.Say("%s, and %d more actions", title, more)
	}
	return title.String(), assistant.SaidAs("title", title)
}

// summaryOfWish says in a line what a call would do: “Create a ticket: “The form””.
func summaryOfWish(w agents.Wish) string {
	const most = 120
	about := strings.Join(strings.Fields(w.Tool.About(w.Call.Arguments)), " ")
	if about == "" {
		return w.Tool.Label
	}
	if r := []rune(about); len(r) > most {
		about = string(r[:most]) + "…”"
	}
	return w.Tool.Label + ": " + about
}
