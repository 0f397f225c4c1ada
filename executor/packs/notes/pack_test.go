package notes_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/rehearsal"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/packs/notes"
	"github.com/aisteam/aisteam/planning"
)

func opened(t *testing.T) (tools.Pack, *tools.Registry) {
	t.Helper()
	p := notes.Pack()
	var err error
	if p.Tools, err = notes.Tools(); err != nil {
		t.Fatal(err)
	}
	r, err := tools.NewRegistry(p.Tools...)
	if err != nil {
		t.Fatal(err)
	}
	if err := tools.CheckForms(p.Connections...); err != nil {
		t.Fatal(err)
	}
	return p, r
}

func call(key, arguments string) tools.Call {
	return tools.Call{Tenant: "t", Key: key, Arguments: json.RawMessage(arguments)}
}

func TestANoteIsWrittenOnceAndTakenBack(t *testing.T) {
	_, r := opened(t)
	write, _ := r.Get("write_note")
	list, _ := r.Get("list_notes")
	c := call("k", `{"text":"the key is with Ann"}`)
	p, err := write.Preview(t.Context(), c)
	if err != nil || p.State == "" || p.Wanted == "" {
		t.Fatalf("%+v %v", p, err)
	}
	var receipt assistant.Receipt
	for range 2 {
		if receipt, err = write.Run(t.Context(), c); err != nil || receipt.Result.Fields["number"] != "1" {
			t.Fatalf("%+v %v", receipt, err)
		}
	}
	if got, _ := list.Run(t.Context(), call("", `{}`)); got.Result.Fields["notes"] != "#1 the key is with Ann" {
		t.Errorf("%+v", got)
	}
	for range 2 {
		if err := write.Undo(t.Context(), c, receipt); err != nil {
			t.Fatal(err)
		}
	}
	if got, _ := list.Run(t.Context(), call("", `{}`)); got.Result.Fields["notes"] != "" {
		t.Errorf("%+v", got)
	}
}

func TestNotesAreErasedOnlyAsTheyWereShown(t *testing.T) {
	_, r := opened(t)
	write, _ := r.Get("write_note")
	erase, _ := r.Get("erase_notes")
	c := call("e", `{}`)
	p, err := erase.Preview(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := write.Run(t.Context(), call("k", `{"text":"new"}`)); err != nil {
		t.Fatal(err)
	}
	c.Approved = p.State
	if _, err := erase.Run(t.Context(), c); err == nil {
		t.Error("a note that nobody was shown is erased")
	}
	p, _ = erase.Preview(t.Context(), c)
	c.Approved = p.State
	if _, err := erase.Run(t.Context(), c); err != nil {
		t.Error(err)
	}
}

type silent struct{}

func (silent) Think(context.Context, assistant.AgentID, assistant.Phase, string) error { return nil }

// TestTheTeamKnowsNotes: requests are planned, questions are answered with the tool at hand, and a rehearsal walks the whole way.
func TestTheTeamKnowsNotes(t *testing.T) {
	p, r := opened(t)
	words := agents.NewVocabulary([]tools.Pack{p})
	for _, request := range words.Examples() {
		if class := words.Classify(request); class.Kind != agents.ClassPlanning {
			t.Errorf("%q is %s", request, class.Kind)
		}
	}
	if to := words.Route(agents.Context{Text: "what is in our notebook?"}); to.Agent != assistant.ResearchAgent {
		t.Errorf("%+v", to)
	}
	if team := words.Team("agents"); team != "a team of agents that keeps notes" {
		t.Error(team)
	}
	if at := r.Answering().All(); len(at) != 1 || at[0].Name != "list_notes" {
		t.Errorf("%v", at)
	}
	model := rehearsal.New(rehearsal.Config{Scripts: tools.Scripts([]tools.Pack{p})})
	asker, err := llm.NewClient(llm.Config{Model: model, Log: slog.New(slog.DiscardHandler), Now: time.Now, Attempts: 1})
	if err != nil {
		t.Fatal(err)
	}
	planner, err := planning.New(planning.Config{Tools: r, Roster: agents.Roster(), Vocabulary: words, IDs: assistant.NewIDs(time.Now, rand.Reader), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	projects := assistant.Situation{Projects: []assistant.Project{{ID: "p", Name: "Aquaverter", Connections: []assistant.Connection{{Kind: "notebook", Gives: []assistant.Capability{"notes"}}}}}}
	move, err := planner.Begin(t.Context(), planning.Desk{Model: asker, Journal: silent{}}, projects,
		assistant.Message{Content: "Make a note: the key is with Ann, and erase all notes", Person: "ann", Author: assistant.AuthorUser, Kind: assistant.KindMessage})
	if err != nil || move.Plan == nil {
		t.Fatalf("%+v %v", move, err)
	}
	var got []string
	for _, s := range move.Plan.Steps {
		got = append(got, string(s.Type)+" "+string(s.Effect)+" "+string(s.Parameters))
	}
	want := `write_note reversible {"text":"the key is with Ann"}; erase_notes irreversible {}`
	if all := strings.Join(got, "; "); all != want {
		t.Errorf("planned %s", all)
	}
}
