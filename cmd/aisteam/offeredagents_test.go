package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/packkit"
)

// TestWhoIsOfferedCanDoWhatIsAskedOfThem asks every agent of a fresh install, by name, for each of the requests that it is offered with.
func TestWhoIsOfferedCanDoWhatIsAskedOfThem(t *testing.T) {
	t.Parallel()
	p := newPresser(t, assistant.English)
	for name, requests := range p.ofEachAgent() {
		for _, request := range requests {
			p.press(name + ", " + strings.ToLower(request[:1]) + request[1:])
		}
	}
	p.under.Wait()
	if len(p.pressed) < len(team.Roster()) {
		t.Errorf("only %q was asked", p.pressed)
	}
}

// TestWhoIsHandedWorkCarriesItOutOrHasItCarriedOut: a model hands work to each agent, once for every one of the requests that the agent is
// offered with, and goes on as that agent. What is drafted is put before people and done, by who is said to: no task is of somebody who
// may change nothing.
func TestWhoIsHandedWorkCarriesItOutOrHasItCarriedOut(t *testing.T) {
	t.Parallel()
	model := newScriptedModel(t)
	p := newPresserOf(t, assistant.English, model.env()...)
	for _, a := range team.Roster() {
		for i, example := range a.Examples {
			request := fmt.Sprintf("I want a ticket for %s's request %d", a.Name, i+1)
			story := fmt.Sprintf("calls hand_over {\"agent\":%q,\"reason\":\"Theirs.\"}\ncalls create_ticket {\"title\":%q,\"priority\":\"high\"}\nsays It is on the list.", a.ID, example)
			if err := model.learn(request, story); err != nil {
				t.Fatal(err)
			}
			p.under.Go(func() {
				p.room <- struct{}{}
				lines := p.says(request)
				<-p.room
				all, by := wholeLog(lines), packkit.TeamOf(t).Carries(a)
				said := a.Called() + " has drafted this; " + by.Called() + " is asking before anything is changed, and carries it out"
				if by.ID == a.ID {
					said = by.Called() + " is asking before anything is changed"
				}
				if !strings.Contains(all, said) || !strings.Contains(all, "Created the ticket") {
					t.Errorf("%q with %s does not say %q, or does not end:\n%s", request, a.Called(), said, all)
				}
				if owner := ownersOf(t, lines); !slices.Equal(owner, []assistant.AgentID{by.ID}) {
					t.Errorf("what %s has drafted is done by %q instead of %s", a.Called(), owner, by.ID)
				}
			})
		}
	}
	p.under.Wait()
}

// ownersOf are whose the tasks of a conversation's runs are.
func ownersOf(t *testing.T, all []line) []assistant.AgentID {
	t.Helper()
	var out []assistant.AgentID
	for _, m := range all {
		if m.Type != "run_started" {
			continue
		}
		var tasks []assistant.Task
		if err := json.Unmarshal(m.Body.Tasks, &tasks); err != nil {
			t.Fatal(err)
		}
		for _, task := range tasks {
			out = append(out, task.Owner)
		}
	}
	return out
}
