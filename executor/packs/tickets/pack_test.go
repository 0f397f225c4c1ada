package tickets_test

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tickets"
	packtickets "github.com/aisteam/aisteam/executor/packs/tickets"
)

// list keeps tickets in memory.
type list struct{ byKey map[string]tickets.Ticket }

func (l *list) CreateTicket(_ context.Context, _ assistant.TenantID, key string, t tickets.Ticket) (tickets.Ticket, error) {
	if known, ok := l.byKey[key]; ok {
		return known, nil
	}
	t.Number = len(l.byKey) + 1
	t.ID = "ticket-" + key
	l.byKey[key] = t
	return t, nil
}

func (l *list) TicketByKey(_ context.Context, _ assistant.TenantID, key string) (tickets.Ticket, bool, error) {
	t, ok := l.byKey[key]
	return t, ok, nil
}

func (l *list) ListTickets(_ context.Context, _ assistant.TenantID, _ assistant.ProjectID, limit int) ([]tickets.Ticket, error) {
	all := slices.SortedFunc(maps.Values(l.byKey), func(a, b tickets.Ticket) int { return b.Number - a.Number })
	return all[:min(limit, len(all))], nil
}

func (l *list) DeleteTicket(_ context.Context, _ assistant.TenantID, id string) error {
	for key, t := range l.byKey {
		if t.ID == id {
			delete(l.byKey, key)
			return nil
		}
	}
	return assistant.ErrNotFound
}

// opened returns a list and the pack's tool of that name, which works on it.
func opened(tb testing.TB, name string) (*list, tools.Tool) {
	tb.Helper()
	l := &list{map[string]tickets.Ticket{}}
	pack, err := packtickets.Tools(l)
	if err != nil {
		tb.Fatal(err)
	}
	i := slices.IndexFunc(pack, func(t tools.Tool) bool { return t.Name == name })
	if i < 0 {
		tb.Fatalf("there is no tool %s", name)
	}
	return l, pack[i]
}

func call(arguments string) tools.Call {
	return tools.Call{
		Tenant: "tenant-1", Key: "task:1/0", Arguments: json.RawMessage(arguments),
		Project: assistant.Project{ID: "project-1", Name: "Aquaverter"},
	}
}

func TestAPreviewSaysWhichStateItIsOfAndWhatIsWanted(t *testing.T) {
	_, tool := opened(t, "create_ticket")
	p, err := tool.Preview(t.Context(), call(`{"title":"x"}`))
	if err != nil || p.Wanted == "" || p.State == "" {
		t.Errorf("%+v, %v", p, err)
	}
	open, err := tool.Preview(t.Context(), call(`{"title":{"$from":"audit","field":"summary"}}`))
	if err != nil || open.Wanted != "" || open.State != p.State {
		t.Errorf("nobody knows yet what is wanted: %+v, %v", open, err)
	}
}

func TestATicketIsMadeOnceAndTakenBack(t *testing.T) {
	l, tool := opened(t, "create_ticket")
	c := call(`{"title":"Broken form","body":"It does not send."}`)
	if _, found, err := tool.Recover(t.Context(), c); found || err != nil {
		t.Errorf("found %v, %v before it was made", found, err)
	}
	p, err := tool.Preview(t.Context(), c)
	if err != nil || p.State == "" || len(p.Fields) != 3 {
		t.Errorf("preview %+v, %v", p, err)
	}
	for range 2 {
		r, err := tool.Run(t.Context(), c)
		if err != nil || r.Result.Fields.Text("number") != "1" || r.Result.Fields.Text("priority") != "medium" {
			t.Fatalf("receipt %+v, %v", r, err)
		}
	}
	r, found, err := tool.Recover(t.Context(), c)
	if err != nil || !found {
		t.Fatalf("found %v, %v", found, err)
	}
	for range 2 {
		if err := tool.Undo(t.Context(), c, r); err != nil {
			t.Fatalf("undo: %v", err)
		}
	}
	if len(l.byKey) != 0 {
		t.Errorf("left: %v", l.byKey)
	}
	if err := tools.Validate(tool, json.RawMessage(`{"title":"x","priority":"whenever"}`)); err == nil {
		t.Error("a priority nobody knows is taken")
	}
}

func TestATicketIsLookedFor(t *testing.T) {
	l, tool := opened(t, "create_ticket")
	c := call(`{"title":"The form"}`)
	receipt, err := tool.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if found, words, err := tool.Verify(t.Context(), c, receipt); err != nil || found != assistant.SightAsWritten || words.String() != "it is on the list" {
		t.Errorf("%q, %q, %v", found, words, err)
	}
	clear(l.byKey)
	if found, _, err := tool.Verify(t.Context(), c, receipt); err != nil || found != assistant.SightDifferent {
		t.Errorf("%q, %v", found, err)
	}
}

func TestTicketsAreListedNewestFirstALineEach(t *testing.T) {
	l, tool := opened(t, "list_tickets")
	for i, title := range []string{"one", "two\nlines", "three"} {
		if _, err := l.CreateTicket(t.Context(), "tenant-1", title, tickets.Ticket{Title: title, Priority: []string{"low", "high", "low"}[i]}); err != nil {
			t.Fatal(err)
		}
	}
	for arguments, want := range map[string]string{
		`{}`:          "There are 3 tickets: three,two\nlines,one",
		`{"limit":2}`: "These are the newest 2 tickets: three,two\nlines",
		`{"limit":9}`: "There are 3 tickets: three,two\nlines,one",
	} {
		r, err := tool.Run(t.Context(), call(arguments))
		if err != nil {
			t.Fatal(err)
		}
		var titles []string
		for line := range strings.Lines(r.Result.Fields.Text("tickets")) {
			var k tickets.Ticket
			if err := json.Unmarshal([]byte(line), &k); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			titles = append(titles, k.Title)
		}
		if got := r.Result.Summary.String() + ": " + strings.Join(titles, ","); got != want {
			t.Errorf("%s gives %q", arguments, got)
		}
	}
}
