package api

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

const (
	timelineMost = 5_000 // messages a timeline reaches over
	stretch      = 200   // of them read at once
)

type timelineJSON struct {
	Time    time.Time       `json:"time"`
	Actor   string          `json:"actor"`
	Kind    string          `json:"kind"`
	Run     assistant.RunID `json:"runId,omitempty"`
	Summary string          `json:"summary"`
	Reached []string        `json:"reached,omitempty"` // whole addresses
	Team    string          `json:"team,omitempty"`    // hash of the team that made a task or, if another continues it, of that one
}

// timeline answers with what happened in a conversation, of one run where that is asked for (seed 000 §9.2).
func (c *conversations) timeline(w http.ResponseWriter, r *http.Request) error {
	one, err := c.conversation(r)
	if err != nil {
		return err
	}
	run, err := request.GivenID[assistant.RunID](r.URL.Query().Get("runId"), "run")
	if err != nil {
		return err
	}
	if run != "" {
		view, err := c.work.Run(r.Context(), c.owner.Tenant.ID, run)
		if err != nil {
			return request.Found(err, "run")
		}
		if view.Run.Conversation != one.ID {
			return request.Unknown("run")
		}
	}
	ms, err := c.wholeLog(r.Context(), one.ID)
	if err != nil {
		return err
	}
	of := runsOf(ms)
	out := []timelineJSON{}
	for _, m := range ms {
		if m.Kind != assistant.KindSystem && (run == "" || of[m.ID] == run) {
			out = append(out, entries(m, of[m.ID])...)
		}
	}
	request.WriteJSON(w, http.StatusOK, out)
	return nil
}

func (c *conversations) wholeLog(ctx context.Context, id assistant.ConversationID) ([]assistant.Message, error) {
	var out []assistant.Message
	var after int64
	for len(out) < timelineMost {
		ms, err := c.history.MessagesAfter(ctx, c.owner.Tenant.ID, id, after, stretch)
		if err != nil {
			return nil, err
		}
		out = append(out, ms...)
		if len(ms) < stretch {
			break
		}
		after = ms[len(ms)-1].Seq
	}
	return out, nil
}

// runsOf says which run each message led to or belongs to. A run's plan belongs to it, with every question asked for that
// plan; so does the message that each of those was an answer to, and all else that came of that message.
func runsOf(ms []assistant.Message) map[assistant.MessageID]assistant.RunID {
	plans := map[assistant.PlanID]assistant.RunID{}
	asks := map[assistant.ClarificationID]assistant.PlanID{}
	for _, m := range ms {
		if b, ok := m.Body.(assistant.RunStarted); ok && b.Run.Plan != "" {
			plans[b.Run.Plan] = b.Run.ID
		}
		if b, ok := m.Body.(assistant.Asked); ok {
			asks[b.Clarification.ID] = b.Clarification.Plan
		}
	}
	of := map[assistant.MessageID]assistant.RunID{}
	for _, m := range ms {
		run := directRun(m, plans, asks)
		if run == "" {
			continue
		}
		of[m.ID] = run
		if _, taken := of[m.Cause]; m.Cause != "" && !taken {
			of[m.Cause] = run
		}
	}
	for _, m := range ms {
		if _, taken := of[m.ID]; !taken && m.Cause != "" && of[m.Cause] != "" {
			of[m.ID] = of[m.Cause]
		}
	}
	return of
}

func directRun(m assistant.Message, plans map[assistant.PlanID]assistant.RunID, asks map[assistant.ClarificationID]assistant.PlanID) assistant.RunID {
	about := m.Facts()
	return cmp.Or(m.Run, about.Run, plans[about.Plan], plans[asks[about.Clarification]])
}

// entries draws a message's line of the timeline; the start of a run also draws one for each of its tasks.
func entries(m assistant.Message, run assistant.RunID) []timelineJSON {
	one := timelineJSON{Time: m.At.UTC(), Actor: actor(m.Author, m.Agent), Kind: timelineKind(m), Run: run, Summary: request.Shorten(m.Content, 280)}
	switch b := m.Body.(type) { //nolint:gochecksumtype // the rest have nothing but their summary
	case assistant.Thought:
		one.Reached, one.Team = b.Reached, b.Team
	case assistant.TaskStarted:
		one.Team = b.Team
	}
	started, ok := m.Body.(assistant.RunStarted)
	var out []timelineJSON
	if one.Summary != "" {
		out = append(out, one)
	}
	if !ok {
		return out
	}
	for _, t := range started.Tasks {
		out = append(out, timelineJSON{
			Time: m.At.UTC(), Actor: actor(assistant.AuthorAssistant, t.Owner), Kind: "task_created", Run: run,
			Summary: "Task " + string(t.Type) + ": " + request.Shorten(t.Summary, 240), Team: t.Team,
		})
	}
	return out
}

func actor(a assistant.Author, agent assistant.AgentID) string {
	switch {
	case agent == assistant.Chief:
		return "supervisor"
	case agent != "":
		return string(agent)
	case a == assistant.AuthorUser:
		return "user"
	default:
		return "system"
	}
}

func timelineKind(m assistant.Message) string {
	switch b := m.Body.(type) { //nolint:gochecksumtype // the rest are called as they are
	case assistant.Said:
		return string(m.Kind)
	case assistant.Thought:
		if b.Phase == assistant.PhaseRouting || b.Phase == assistant.PhasePlanning {
			return string(b.Phase)
		}
		return "thinking"
	case assistant.Routed:
		return "routing"
	case assistant.PlanProposed:
		return "planning"
	case assistant.RunStarted:
		return "run_created"
	case assistant.TaskFinished:
		return "task_" + string(b.Status)
	case assistant.RunFinished:
		return "run_" + string(b.Status)
	case assistant.Failed:
		return "error"
	case nil:
		return string(m.Kind)
	default:
		return m.Body.Type()
	}
}
