package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/executors"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/rehearsal"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/internal/packkit"
	"github.com/aisteam/aisteam/planning"
	"github.com/aisteam/aisteam/wording"
)

// keeper asks the rehearsal and keeps the first request of each purpose.
type keeper struct {
	asker llm.Asker
	asked []llm.Request
}

// Ask implements [llm.Asker].
func (k *keeper) Ask(ctx context.Context, r llm.Request, onText func(string)) (llm.Reply, error) {
	if !slices.ContainsFunc(k.asked, func(have llm.Request) bool { return have.Purpose == r.Purpose }) {
		k.asked = append(k.asked, r)
	}
	return k.asker.Ask(ctx, r, onText)
}

// Think implements [planning.Journal].
func (k *keeper) Think(context.Context, assistant.AgentID, assistant.Phase, string) error { return nil }

func noon() time.Time { return time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC) }

// story walks a request from its class to its plan, its change and its summary, and returns what models were asked on the way.
func story() ([]llm.Request, error) {
	packs, err := packkit.Packs()
	if err != nil {
		return nil, err
	}
	all, err := team.New(team.Roster(), packs)
	if err != nil {
		return nil, err
	}
	client, err := llm.NewClient(llm.Config{Model: rehearsal.New(rehearsal.Config{}), Log: slog.New(slog.DiscardHandler), Now: noon})
	if err != nil {
		return nil, fmt.Errorf("make the client: %w", err)
	}
	planner, err := planning.New(planning.Config{
		IDs: assistant.NewIDs(noon, bytes.NewReader(bytes.Repeat([]byte{7}, 1<<16))), Now: noon,
	})
	if err != nil {
		return nil, fmt.Errorf("make the planner: %w", err)
	}
	k := &keeper{asker: client}
	err = k.walk(all, planner)
	return k.asked, err
}

// walk is the story itself.
func (k *keeper) walk(of *team.Team, p *planning.Planner) error {
	words := agents.Of(of)
	ctx := context.Background()
	said := func(text string) assistant.Message {
		return assistant.Message{ID: "m1", Author: assistant.AuthorUser, Kind: assistant.KindMessage, Person: "ann", Content: text, At: noon()}
	}
	request := said("Create a ticket about the slow form")
	s := assistant.Situation{
		Conversation: assistant.Conversation{ID: "c1"}, Person: assistant.Person{ID: "ann", Zone: "Europe/Berlin"}, Recent: []assistant.Message{request},
		Projects: []assistant.Project{{ID: "p1", Name: "Aquaverter", Slug: "aquaverter", Domain: "aquaverter.ca", Connections: []assistant.Connection{site.Folder()}}},
	}
	if _, err := words.Judge(ctx, k, "make it nicer", s); err != nil {
		return fmt.Errorf("classify: %w", err)
	}
	if err := k.step(ctx, of, s, said("Which tickets are open?")); err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	desk := planning.Desk{Team: of, Model: k, Journal: k}
	planned, err := p.Begin(ctx, desk, s, request)
	if err != nil || planned.Plan == nil {
		return fmt.Errorf("plan a ticket: %w", err)
	}
	if _, err := p.Revise(ctx, desk, s, *planned.Plan, "it is urgent, and friendlier please"); err != nil {
		return fmt.Errorf("revise: %w", err)
	}
	asks, err := p.Begin(ctx, desk, s, said("Please create a new webpage called Services"))
	if err != nil || asks.Brief == nil {
		return fmt.Errorf("begin a page: %w", err)
	}
	if _, err := p.Answer(ctx, desk, s, *asks.Brief, nil, "hmm, something for homeowners I would say"); err != nil {
		return fmt.Errorf("interpret: %w", err)
	}
	run := assistant.RunView{Run: assistant.Run{ID: "r1", Title: planned.Plan.Title, Status: assistant.RunCompleted}, Tasks: []assistant.Task{{
		ID: "t1", Key: "ticket", Status: assistant.TaskCompleted, Type: "create_ticket", Summary: "Open a ticket", Result: &assistant.Result{Summary: assistant.Verbatim("Created ticket 1")},
	}}}
	if _, err := planning.Summary(ctx, k, words, run, s.Projects[0], nil, wording.Words{}); err != nil {
		return fmt.Errorf("summarise: %w", err)
	}
	if _, err := agents.Unfounded(ctx, k, "I have opened the ticket, and told everybody.", []agents.Receipt{{What: "Open a ticket", Came: agents.ReceiptDone}}); err != nil {
		return fmt.Errorf("validate: %w", err)
	}
	task := llm.TextMessage(llm.RoleUser, "Task: Find the form that is slow\nYour report must hold: address")
	k.asked = append(k.asked, executors.Advice(of.Agent(assistant.ResearchAgent), task, "There are two forms, /contact and /contact-us. Which one is meant?"))
	return nil
}

// step is the first step of an agent on a message.
func (k *keeper) step(ctx context.Context, of *team.Team, s assistant.Situation, about assistant.Message) error {
	agent := of.Agent(assistant.DeliveryLead)
	project, _ := s.Here()
	may := agents.Usable(of, agent, project)
	frame, window, err := agents.BeginWork(agents.Question{Agent: agent, Situation: s, About: about, Team: of}, may)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	_, err = k.Ask(ctx, loop.Request(frame, of, window, loop.Offered(of, frame, nil, may), assistant.Spent{}), nil)
	return err
}

// written is a request as a model reads it.
func written(r llm.Request) string {
	var b strings.Builder
	section := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&b, "=== %s\n%s\n\n", name, text)
		}
	}
	section("system", r.Instructions.Stable)
	for _, t := range r.Tools {
		section("tool "+t.Name, t.Description+"\n"+string(t.Parameters))
	}
	for _, m := range r.Messages {
		for _, p := range m.Parts {
			section(string(m.Role), p.Text)
		}
	}
	section("schema of the reply", indented(r.Output))
	return strings.TrimRight(b.String(), "\n") + "\n"
}

func indented(raw json.RawMessage) string {
	var b bytes.Buffer
	if len(raw) == 0 || json.Indent(&b, raw, "", " ") != nil {
		return string(raw)
	}
	return b.String()
}

// table says what each request costs, about, and how much of it is the same for every request of its purpose.
func table(asked []llm.Request) string {
	var b strings.Builder
	b.WriteString("| purpose | always the same, first | facts and words | schema | about, in tokens |\n|---|---|---|---|---|\n")
	for _, r := range asked {
		same, facts := len(r.Instructions.Stable), 0
		for _, t := range r.Tools {
			same += len(t.Name) + len(t.Description) + len(t.Parameters)
		}
		for _, m := range r.Messages {
			for _, p := range m.Parts {
				facts += len(p.Text)
			}
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d |\n", r.Purpose, same/4, facts/4, len(r.Output)/4, (same+facts+len(r.Output))/4)
	}
	return b.String()
}
