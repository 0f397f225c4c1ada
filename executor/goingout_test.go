package executor_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/internal/packkit"
)

// goer is a tool that knows nothing of what may leave: it goes to the addresses that it is given, one after the other, and makes nothing
// of what it is told on the way.
func goer(w *world, more ...func(*tools.Tool)) tools.Tool {
	return w.tool(append([]func(*tools.Tool){query, func(t *tools.Tool) {
		t.Name, t.Label, t.Answers = "create_page", "Look", true
		t.Run = func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
			for at := range strings.FieldsSeq(tools.Text(c.Arguments, "title")) {
				u, err := url.Parse(at)
				if err != nil {
					return assistant.Receipt{}, err
				}
				if to, err := c.Out.Admit(ctx, u); err == nil {
					w.did = append(w.did, to.String())
				}
			}
			return w.receipt(), nil
		}
	}}, more...)...)
}

// going is a bench whose task goes to the addresses.
func going(t *testing.T, addresses string) (*bench, *world) {
	t.Helper()
	w := &world{}
	b := newBench(t, goer(w))
	raw, err := json.Marshal(arguments{Title: addresses})
	if err != nil {
		t.Fatal(err)
	}
	b.work.Task.Parameters, b.work.Task.ApprovedHash, b.work.Task.Effect = raw, "", assistant.EffectNone
	b.work.Project.Domain = "own.example"
	return b, w
}

func TestAnAddressOutsideWaitsForAYesAndIsThenTheOnlyOneGoneTo(t *testing.T) {
	t.Parallel()
	const evil = "https://evil.example/collect?t=canary"
	b, w := going(t, evil)
	e := b.do()
	a := e.Waiting
	if a == nil || len(w.did) > 0 || a.Standing || !reflect.DeepEqual(a.Preview.Fields[0], assistant.Field{Name: "Address", New: evil, Whole: true}) || a.Title.String() != "Open evil.example" {
		t.Fatalf("went to %q, and asks for %+v", w.did, a)
	}
	b.approve(a)
	b.work.Task.Parameters = json.RawMessage(`{"title":"https://evil.example/collect?t=another"}`)
	if b.failed(b.do()); len(w.did) > 0 {
		t.Errorf("a yes to one address lets %q out", w.did)
	}
	b.work.Task.Parameters = json.RawMessage(`{"title":"` + evil + `"}`)
	if done := b.do(); b.status(done) != assistant.TaskCompleted || !slices.Equal(w.did, []string{evil}) || !slices.Equal(done.Finished.Result.Reached, []string{evil}) {
		t.Errorf("went to %q: %+v", w.did, done.Finished)
	}
	if !slices.Contains(b.journal.lines, "Nico looked at evil.example "+evil) {
		t.Errorf("%q", b.journal.lines)
	}
}

func TestAYesToOneAddressLeadsNoFurther(t *testing.T) {
	t.Parallel()
	b, w := going(t, "https://first.example/ https://own.example/x https://second.example/?t=canary")
	b.approve(b.do().Waiting)
	p := b.failed(b.do())
	if p.Outward != "https://second.example/?t=canary" || slices.Contains(w.did, p.Outward) {
		t.Errorf("went to %q, and says %+v", w.did, p)
	}
}

func TestTheOwnHostNeedsNobody(t *testing.T) {
	t.Parallel()
	b, w := going(t, "https://own.example/any?path=here")
	if b.status(b.do()) != assistant.TaskCompleted || len(w.did) != 1 {
		t.Error(w.did)
	}
	b, w = going(t, "https://own.example/")
	b.work.Project.Domain = "another.example"
	if b.do().Waiting == nil || len(w.did) > 0 {
		t.Error(w.did)
	}
}

// wrote is who wrote what.
type wrote struct {
	said map[assistant.GroundsOf][]string
	of   []assistant.GroundsOf
}

// Grounds implements [executor.Provenance].
func (w *wrote) Grounds(_ context.Context, of assistant.GroundsOf) (assistant.Grounds, error) {
	w.of = append(w.of, of)
	return assistant.Grounds{Said: w.said[of]}, nil
}

func TestWhoeverAsksIsAskedForWhatTheyWroteAndNobodyElse(t *testing.T) {
	t.Parallel()
	w, book := &world{}, &wrote{said: map[assistant.GroundsOf][]string{
		{Tenant: tenant, Conversation: "c1", Person: "anna"}:                                      {"is https://example.org/page?x=1 up?"},
		{Tenant: tenant, Conversation: "c1", Person: "anna", Unasked: true, Background: "task-b"}: {"look at https://watched.example/"},
	}}
	of := packkit.TeamOf(t, tools.Pack{Name: "test", Tools: []tools.Tool{goer(w, func(t *tools.Tool) { t.Owners = nil })}})
	b := newBench(t, w.tool())
	e, err := executor.New(executor.Config{Team: of, Ledger: b.ledger, IDs: assistant.NewIDs(func() time.Time { return noon }, zeros{}), Now: func() time.Time { return noon }, Provenance: book})
	if err != nil {
		t.Fatal(err)
	}
	look := func(person assistant.PersonID, unasked assistant.BackgroundID, address string) string {
		_, err := e.Query(t.Context(), asks(func(q *executor.Query) {
			q.Tool, q.Asker, q.Unasked, q.Arguments = "create_page", assistant.Person{ID: person}, unasked, json.RawMessage(`{"title":"`+address+`"}`)
		}))
		if _, kept := errors.AsType[*assistant.Trouble](err); err != nil && !kept {
			t.Fatal(err)
		}
		return executor.Outward(err)
	}
	for _, c := range []struct {
		person  assistant.PersonID
		unasked assistant.BackgroundID
		address string
		goes    bool
	}{
		{"anna", "", "https://example.org/page?x=1", true},
		{"ben", "", "https://example.org/page?x=1", false},
		{"anna", "", "https://example.org/page?x=2", false},
		{"anna", "task-b", "https://watched.example/", true},
		{"anna", "task-b", "https://example.org/page?x=1", false},
		{"anna", "", "https://watched.example/", false},
	} {
		if waits := look(c.person, c.unasked, c.address); (waits == "") != c.goes || waits != "" && waits != c.address {
			t.Errorf("%+v: waits for %q", c, waits)
		}
	}
}
