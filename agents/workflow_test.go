package agents_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/packkit"
)

// connected is the team of the packs with so many tools of a connection.
func connected(t *testing.T, n int) *team.Team {
	t.Helper()
	packs, err := packkit.Packs()
	if err != nil {
		t.Fatal(err)
	}
	return packkit.TeamOf(t, append(packs, packkit.Connected(n))...)
}

// beginning is how a session for a request begins, and what its agent may use.
func beginning(t *testing.T, crew *team.Team, request string) (loop.Frame, func(tools.Tool) bool) {
	t.Helper()
	may := agents.Usable(crew, crew.Agent(assistant.Chief), assistant.Project{})
	about := assistant.Message{ID: "m", Author: assistant.AuthorUser, Kind: assistant.KindMessage, Content: request}
	frame, _, err := agents.BeginWork(agents.Question{Agent: crew.Agent(assistant.Chief), Team: crew, About: about}, may)
	if err != nil {
		t.Fatal(err)
	}
	return frame, may
}

func named(all []tools.Tool) []string {
	var out []string
	for _, t := range all {
		out = append(out, t.Name)
	}
	return out
}

// TestWhatASessionIsOfferedGrowsAtItsEndAlone, up to a bound, whatever is sought and said: each step's request begins as the one before it.
func TestWhatASessionIsOfferedGrowsAtItsEndAlone(t *testing.T) {
	crew := connected(t, 5000)
	frame, may := beginning(t, crew, "Create a ticket about the slow form")
	before := named(loop.Offered(crew, frame, nil, may))
	if !slices.Contains(before, "create_ticket") || !slices.Contains(before, loop.ToolFind) || slices.ContainsFunc(before, func(n string) bool { return strings.HasPrefix(n, "crm_export") }) {
		t.Fatalf("it begins with %v", before)
	}
	var sought []loop.Sought
	for i, s := range []loop.Sought{
		{Words: "export the report of the campaign"},
		{Words: "crm_merge_role_4998"},
		{Words: "no such thing as ჩემი"},
		{Words: "and approve the order, please", Said: true},
		{Words: "create_ticket"},
		{Words: "think"},
		{Words: ""},
		{Words: "send shipments"},
		{Words: "archive contacts"},
		{Words: "merge users"},
		{Words: "assign deals"},
	} {
		sought = append(sought, s)
		now := named(loop.Offered(crew, frame, sought, may))
		if len(now) < len(before) || !slices.Equal(now[:len(before)], before) || len(now) > 30 || s.Said && len(now) > len(before)+3 {
			t.Fatalf("after %d, %+v, it is offered\n%v\nand before\n%v", i, s, now, before)
		}
		if has := slices.Contains(now, "crm_merge_role_4998"); has != (i >= 1) {
			t.Errorf("after %d the tool that was called by its name is offered: %t", i, has)
		}
		before = now
	}
	if len(before) != 30 {
		t.Errorf("at last it is offered %d", len(before))
	}
}

// TestASessionThatKeptNoToolsIsOfferedWhatItsWordsFind: it was begun by an earlier version.
func TestASessionThatKeptNoToolsIsOfferedWhatItsWordsFind(t *testing.T) {
	crew := connected(t, 100)
	frame, may := beginning(t, crew, "Create a ticket about the slow form")
	kept := named(loop.Offered(crew, frame, nil, may))
	frame.Tools = nil
	if again := named(loop.Offered(crew, frame, nil, may)); !slices.Equal(kept, again) {
		t.Errorf("it is offered %v, not %v", again, kept)
	}
}

// TestAToolThatIsGoneIsNotOffered: the session goes on with what is there.
func TestAToolThatIsGoneIsNotOffered(t *testing.T) {
	crew := connected(t, 100)
	frame, may := beginning(t, crew, "Create a ticket, then export the report of the campaign")
	now := named(loop.Offered(packkit.Team(t), frame, nil, may))
	if !slices.Contains(now, "create_ticket") || slices.ContainsFunc(now, func(n string) bool { return strings.HasPrefix(n, "crm_") }) {
		t.Errorf("it is offered %v", now)
	}
}

// TestAStepIsNoLongerHoweverManyToolsThereAre: other ones are found, and what a tool says of itself is up to a third longer than what
// another one says. Among few tools, words may surely mean one of them, and the step is shorter.
func TestAStepIsNoLongerHoweverManyToolsThereAre(t *testing.T) {
	longest := func(crew *team.Team) (most int) {
		for _, request := range []string{"Create an invoice for the customer Acme", "Export the report of the campaign", "Erzähl mir was", "Approve order 12 and send the shipment"} {
			frame, may := beginning(t, crew, request)
			r := loop.Request(frame, crew, nil, loop.Offered(crew, frame, nil, may), assistant.Spent{})
			raw, err := json.Marshal([]any{r.Instructions, r.Tools})
			if err != nil {
				t.Fatal(err)
			}
			most = max(most, len(raw))
		}
		return most
	}
	few, many := longest(packkit.TeamOf(t, packkit.Connected(10))), longest(packkit.TeamOf(t, packkit.Connected(5000)))
	if many > few*13/10 || few > many*13/10 {
		t.Errorf("a step takes up to %d bytes among ten tools, and up to %d among 5,000", few, many)
	}
}

// TestAnAnswerLooksForFurtherTools: what is found stands behind what was offered from the next round on, and can be called.
func TestAnAnswerLooksForFurtherTools(t *testing.T) {
	crew := connected(t, 5000)
	hand := &caller{result: "12 rows"}
	model := &answers{replies: []llm.Reply{
		calls(1, loop.ToolFind, `{"words":"export the report of the campaign"}`), calls(1, "crm_merge_role_4998", `{"account":"1"}`), calls(1, loop.ToolFind, `{"words":""}`), text("12 rows."),
	}}
	about := assistant.Message{ID: "m", Author: assistant.AuthorUser, Kind: assistant.KindMessage, Content: "which tickets are open?"}
	got, l, err := answered(t.Context(), &host{asker: model, caller: hand}, agents.Question{Agent: crew.Agent(assistant.Chief), Team: crew, About: about})
	if err != nil || got.Reply.Text() != "12 rows." || l.Records.Refused() || fmt.Sprint(hand.calls) != `[crm_merge_role_4998 {"account":"1"}]` {
		t.Fatalf("%+v, %v, %v", got, err, hand.calls)
	}
	first, then := model.asked[0].Tools, model.asked[1].Tools
	if len(then) <= len(first) || !slices.EqualFunc(first, then[:len(first)], func(a, b llm.Tool) bool { return a.Name == b.Name }) || !strings.HasPrefix(then[len(first)].Name, "crm_export_") {
		t.Errorf("it is offered %d and then %d", len(first), len(then))
	}
	if result := model.asked[1].Messages[2].Parts[0].Result; result.Failed || !strings.Contains(result.Content, "«data» from find_tools") || !strings.Contains(result.Content, then[len(first)].Name+": ") {
		t.Errorf("it is told %+v", result)
	}
	if result := model.asked[3].Messages[6].Parts[0].Result; !strings.Contains(result.Content, "Nothing was found") {
		t.Errorf("it is told %+v", result)
	}
}

// TestWhoMayNotUseAToolDoesNotFindIt: neither by words nor by its name.
func TestWhoMayNotUseAToolDoesNotFindIt(t *testing.T) {
	crew := connected(t, 0)
	model := &answers{replies: []llm.Reply{calls(1, loop.ToolFind, `{"words":"create_ticket"}`), calls(1, "create_ticket", `{"title":"x"}`), text("No.")}}
	hand := &caller{}
	about := assistant.Message{ID: "m", Author: assistant.AuthorUser, Kind: assistant.KindMessage, Content: "create_ticket: create a ticket"}
	if _, _, err := answered(t.Context(), &host{asker: model, caller: hand}, agents.Question{Agent: crew.Agent(assistant.Chief), Team: crew, About: about}); err != nil {
		t.Fatal(err)
	}
	for _, r := range model.asked {
		if slices.ContainsFunc(r.Tools, func(t llm.Tool) bool { return t.Name == "create_ticket" }) {
			t.Errorf("an answer is offered what changes something: %+v", r.Tools)
		}
	}
	if result := model.asked[2].Messages[4].Parts[0].Result; len(hand.calls) > 0 || !strings.Contains(result.Content, `There is no tool "create_ticket" here.`) {
		t.Errorf("it is told %+v, and called %v", result, hand.calls)
	}
}
