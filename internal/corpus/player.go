package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/rehearsal"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/internal/packkit"
)

// Player says what words are as the product does: by its rules where they speak, and else by what a model says, which the rehearsal plays.
type Player struct {
	words agents.Vocabulary
	model llm.Asker
}

// newPlayer returns a player of the team that is compiled in.
func newPlayer() (*Player, error) {
	packs, err := packkit.Packs()
	if err != nil {
		return nil, fmt.Errorf("open the packs: %w", err)
	}
	all, err := team.New(team.Roster(), packs)
	if err != nil {
		return nil, fmt.Errorf("make the team: %w", err)
	}
	client, err := llm.NewClient(llm.Config{Model: rehearsal.New(rehearsal.Config{}), Log: slog.New(slog.DiscardHandler), Now: time.Now})
	if err != nil {
		return nil, fmt.Errorf("make the model's client: %w", err)
	}
	return &Player{agents.Of(all), client}, nil
}

// Said is what an entry's words are taken for.
type Said struct {
	Label string
	Rule  bool // rules alone say so
}

// says takes an entry's words for what they are.
func (p *Player) says(ctx context.Context, e Entry) (Said, error) {
	if e.Open == "" {
		label, err := p.firstStep(ctx, e)
		return Said{Label: label}, err
	}
	if label := p.ruled(e); label != "" {
		return Said{label, true}, nil
	}
	judged, err := p.words.Judge(ctx, p.model, e.Text, standing(e))
	if err != nil {
		return Said{}, fmt.Errorf("judge %q: %w", e.Text, err)
	}
	if judged.Heard == agents.HeardOwn {
		return Said{Label: "aside"}, nil
	}
	return Said{Label: string(judged.Heard)}, nil
}

// firstStep is what the first step makes of a request: words or look-ups, a change, or a plan.
func (p *Player) firstStep(ctx context.Context, e Entry) (string, error) {
	q := agents.Question{Agent: p.words.Agent(p.words.Route(agents.Context{Text: e.Text}).Agent), Situation: standing(e), About: assistant.Message{Content: e.Text}, Team: p.words.Team}
	project, _ := q.Situation.Here()
	may := agents.Usable(q.Team, q.Agent, project)
	frame, window, err := agents.BeginWork(q, may)
	if err != nil {
		return "", fmt.Errorf("begin with %q: %w", e.Text, err)
	}
	reply, err := p.model.Ask(ctx, loop.Request(frame, q.Team, window, loop.Offered(q.Team, frame, nil, may), assistant.Spent{}), nil)
	if err != nil {
		return "", fmt.Errorf("take the first step on %q: %w", e.Text, err)
	}
	label := "simple"
	for _, c := range reply.Calls() {
		if c.Name == loop.ToolPlan {
			return "complex", nil
		}
		if tool, known := q.Team.Tools().Get(c.Name); known && tool.Class != assistant.ClassQuery {
			label = "tool"
		}
	}
	return label, nil
}

// ruled is what the rules say of words beside something open, "" where they leave it to a model.
func (p *Player) ruled(e Entry) string {
	reply := p.words.ReadReply(e.Text)
	_, picks := agents.Picked(e.Text, mostOptions)
	switch {
	case e.Open != openRun && p.words.Cancels(reply):
		return string(agents.ReplyNo)
	case decides(reply.Intent, e.Open):
		return string(reply.Intent)
	case picks && e.Open == openQuestion:
		return "pick"
	default:
		return ""
	}
}

// decides tells whether a short reply can be anything to what is open.
func decides(i agents.Intent, open string) bool {
	switch i {
	case agents.ReplyYes, agents.ReplyNo:
		return open != openRun
	case agents.ReplyStop:
		return true
	case agents.ReplyUndo:
		return open == openRun
	case agents.ReplyRetry:
		return open != openApproval
	case agents.ReplyDefault:
		return open == openQuestion
	default: // own words
		return false
	}
}

// mostOptions is how many options an open question has.
const mostOptions = 10

// standing is what stands open where an entry's words are said.
func standing(e Entry) assistant.Situation {
	s := assistant.Situation{Projects: []assistant.Project{{ID: "p", Name: "Aquaverter", Domain: "aquaverter.ca", Connections: []assistant.Connection{site.Folder()}}}}
	switch e.Open {
	case openPlan:
		s.Plan = &assistant.Plan{Title: "Create the page Services"}
	case openApproval:
		s.Approvals = []assistant.ApprovalRecord{{Approval: assistant.Approval{Title: assistant.Say("Publish the page Services"), Revisable: true}}}
	case openQuestion:
		s.Question = &assistant.Clarification{Intro: "What is the page to be called, and who is it for?"}
	case openRun:
		s.Run = &assistant.Run{Title: "Create the page Services", Status: assistant.RunRunning}
	}
	return s
}
