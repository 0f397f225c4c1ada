package agents_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// thread is a conversation that began in the middle of a thread of others.
func thread() assistant.Situation {
	words := func(id assistant.MessageID, by assistant.PersonID, text string) assistant.Message {
		return assistant.Message{ID: id, Person: by, Author: assistant.AuthorUser, Kind: assistant.KindMessage, Content: text, Body: assistant.Said{}}
	}
	heard := words("m0", "", "Said in this thread before:\nAnna: the form sends nothing\n(3 messages left out)\nBo: since Monday: always")
	heard.Body = assistant.Said{Before: true}
	answer := assistant.Message{ID: "m2", Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Content: "I am listening."}
	return assistant.Situation{
		Recent: []assistant.Message{heard, words("m1", "p1", "Customers\ncall us."), answer, words("m3", "p2", "create a ticket about this"), words("m4", "p1", "high")},
		People: map[assistant.PersonID]string{"p1": "Cleo", "p2": "Dov"},
	}
}

func TestWhatWasSaidBeforeARequestIsToldLineByLineWithWhoSaidIt(t *testing.T) {
	want := []llm.SaidFact{
		{By: llm.ByOthers, Name: "Anna", Text: "the form sends nothing"},
		{By: llm.ByOthers, Name: "Bo", Text: "since Monday: always"},
		{By: llm.ByPerson, Name: "Cleo", Text: "Customers call us."},
		{By: llm.ByAssistant, Name: "Hans", Text: "I am listening."},
	}
	if d := cmp.Diff(want, agents.Earlier(served().Team, thread(), "m3")); d != "" {
		t.Error(d)
	}
	s := thread()
	frame, _, err := agents.BeginWork(agents.Question{Team: served().Team, Agent: served().Agent(assistant.Chief), Situation: s, About: s.Recent[3]}, func(tools.Tool) bool { return true })
	var facts llm.AnswerFacts
	if err != nil || json.Unmarshal(frame.Facts, &facts) != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, facts.Recent); d != "" {
		t.Errorf("an agent at work is told: %s", d)
	}
}

func TestOfALongTalkTheFirstWordsAndTheNewestAreTold(t *testing.T) {
	s := assistant.Situation{}
	for i := range 40 {
		s.Recent = append(s.Recent, assistant.Message{
			ID: assistant.MessageID(strconv.Itoa(i)), Author: assistant.AuthorUser, Kind: assistant.KindMessage, Content: fmt.Sprint(i, " ", strings.Repeat("é", 400)), Body: assistant.Said{},
		})
	}
	got := agents.Earlier(served().Team, s, "39")
	if len(got) != 20 || !strings.HasPrefix(got[0].Text, "0 ") || !strings.HasPrefix(got[1].Text, "20 ") || !strings.HasPrefix(got[19].Text, "38 ") || len(got[0].Text) > 310 {
		t.Errorf("%d lines: %+v", len(got), got)
	}
}
