package store_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tickets"
	"github.com/aisteam/aisteam/executor/packs/tickets/store"
	"github.com/aisteam/aisteam/internal/tablekit"
)

const (
	shop   assistant.ProjectID = "01900000-0000-7000-8000-00000000000a"
	garden assistant.ProjectID = "01900000-0000-7000-8000-00000000000b"
)

// The list keeps its promises on both databases, and nobody gets at the tickets of another tenant.
func TestTheListIsKept(t *testing.T) {
	tablekit.Try(t, tablekit.Part{
		Pack: store.Pack(), Store: store.Tickets{}, Adopted: []string{"tickets"}, Landed: os.DirFS("testdata"), Reads: left,
		Laws: map[string]func(*testing.T, *tablekit.World){
			"tickets are numbered and made once":             numbered,
			"of many who make one at once each has a number": atOnce,
			"tickets are listed and counted by project":      byProject,
			"what is no id is not there":                     noID,
		},
		Fixture: kept,
	})
}

// left: a ticket that a version of before has left is read as it was, and numbers go on after it.
func left(t *testing.T, w *tablekit.World) {
	l := list{store.New(w.DB), t, w.Tenant}
	got, found, err := l.TicketByKey(t.Context(), w.Tenant, "key")
	want := tickets.Ticket{ID: got.ID, Number: 7, Project: shop, Title: "Logo", Body: "It’s blurred", Priority: "high"}
	if err != nil || !found || got != want {
		t.Errorf("%+v: %v", got, err)
	}
	if next := l.make("next", tickets.Ticket{Title: "t"}); next.Number != 8 {
		t.Errorf("the next one has the number %d", next.Number)
	}
}

// kept is a ticket, and all that can be done with it.
func kept(t *testing.T, w *tablekit.World) tablekit.Kept {
	s := list{store.New(w.DB), t, w.Tenant}
	k := s.make("key", tickets.Ticket{Title: "t", Priority: "low", Project: shop})
	return tablekit.Kept{
		Look: func() any { return []any{s.listed("", 100), s.listed(shop, 100), s.counted(shop)} },
		Verbs: map[string]tablekit.Verb{
			"CreateTicket": {Shared: true, Try: func(ctx context.Context, as tablekit.Who) (any, error) {
				made, err := s.CreateTicket(ctx, as.Tenant, "key", tickets.Ticket{Title: "theirs"})
				return made.ID == k.ID, err
			}},
			"TicketByKey": {Shared: true, Try: func(ctx context.Context, as tablekit.Who) (any, error) {
				found, _, err := s.TicketByKey(ctx, as.Tenant, "key")
				return found.ID == k.ID, err
			}},
			"ListTickets": {Shared: true, Try: func(ctx context.Context, as tablekit.Who) (any, error) {
				all, err := s.ListTickets(ctx, as.Tenant, "", 10)
				return slices.Contains(all, k), err
			}},
			"CountTickets": {Shared: true, Try: func(ctx context.Context, as tablekit.Who) (any, error) {
				return s.CountTickets(ctx, as.Tenant, shop)
			}},
			"DeleteTicket": {Shared: true, Try: func(ctx context.Context, as tablekit.Who) (any, error) {
				return nil, s.DeleteTicket(ctx, as.Tenant, k.ID)
			}},
		},
	}
}

// list is a tenant's list, of which nothing fails.
type list struct {
	store.Tickets

	t      *testing.T
	tenant assistant.TenantID
}

func (l list) ok(err error) {
	l.t.Helper()
	if err != nil {
		l.t.Fatal(err)
	}
}

func (l list) make(key string, k tickets.Ticket) tickets.Ticket {
	l.t.Helper()
	out, err := l.CreateTicket(l.t.Context(), l.tenant, key, k)
	l.ok(err)
	return out
}

func (l list) listed(project assistant.ProjectID, limit int) []string {
	l.t.Helper()
	all, err := l.ListTickets(l.t.Context(), l.tenant, project, limit)
	l.ok(err)
	var titles []string
	for _, k := range all {
		titles = append(titles, k.Title)
	}
	return titles
}

func (l list) counted(project assistant.ProjectID) int {
	l.t.Helper()
	n, err := l.CountTickets(l.t.Context(), l.tenant, project)
	l.ok(err)
	return n
}

func numbered(t *testing.T, w *tablekit.World) {
	l := list{store.New(w.DB), t, w.Tenant}
	ctx := t.Context()
	one := l.make("a", tickets.Ticket{Title: "first", Body: "it is slow", Priority: "high", Project: shop})
	if again := l.make("a", tickets.Ticket{Title: "again"}); again != one {
		t.Errorf("%+v was made again: %+v", one, again)
	}
	two := l.make("b", tickets.Ticket{Title: "second", Priority: "high"})
	l.ok(l.DeleteTicket(ctx, w.Tenant, two.ID))
	tablekit.Not(t, l.DeleteTicket(ctx, w.Tenant, two.ID), assistant.ErrNotFound)
	three := l.make("c", tickets.Ticket{Title: "third", Priority: "low"})
	if d := cmp.Diff([]int{1, 2, 3}, []int{one.Number, two.Number, three.Number}); d != "" {
		t.Errorf("a number is given again: %s", d)
	}
	if got, found, err := l.TicketByKey(ctx, w.Tenant, "a"); err != nil || !found || got != one || got.Body != "it is slow" {
		t.Errorf("%+v %v %v", got, found, err)
	}
	if got, found, err := l.TicketByKey(ctx, w.Tenant, "b"); err != nil || found {
		t.Errorf("%+v %v %v", got, found, err)
	}
}

func atOnce(t *testing.T, w *tablekit.World) {
	l := list{store.New(w.DB), t, w.Tenant}
	var made [8]tickets.Ticket
	var group sync.WaitGroup
	for i := range made {
		group.Go(func() {
			var err error
			made[i], err = l.CreateTicket(t.Context(), w.Tenant, []string{"a", "b"}[i%2], tickets.Ticket{Title: "t", Priority: "low"})
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for i, k := range made {
		if k != made[i%2] {
			t.Errorf("one key made %+v and %+v", made[i%2], k)
		}
	}
	if got := made[0].Number + made[1].Number; got != 3 {
		t.Errorf("numbers %d and %d", made[0].Number, made[1].Number)
	}
}

func byProject(t *testing.T, w *tablekit.World) {
	l := list{store.New(w.DB), t, w.Tenant}
	l.make("a", tickets.Ticket{Title: "of the shop", Project: shop})
	l.make("b", tickets.Ticket{Title: "of the garden", Project: garden})
	l.make("c", tickets.Ticket{Title: "of nothing"})
	for _, of := range []struct {
		project assistant.ProjectID
		limit   int
		want    []string
		count   int
	}{
		{"", 10, []string{"of nothing", "of the garden", "of the shop"}, 0},
		{"", 2, []string{"of nothing", "of the garden"}, 0},
		{shop, 10, []string{"of nothing", "of the shop"}, 1},
		{shop, 1, []string{"of nothing"}, 1},
		{"01900000-0000-7000-8000-00000000000c", 10, []string{"of nothing"}, 0},
	} {
		if d := cmp.Diff(of.want, l.listed(of.project, of.limit)); d != "" {
			t.Errorf("%d of %q: %s", of.limit, of.project, d)
		}
		if of.project != "" && l.counted(of.project) != of.count {
			t.Errorf("%q has %d tickets", of.project, l.counted(of.project))
		}
	}
}

func noID(t *testing.T, w *tablekit.World) {
	l := list{store.New(w.DB), t, w.Tenant}
	ctx := t.Context()
	_, made := l.CreateTicket(ctx, w.Tenant, "a", tickets.Ticket{Title: "t", Project: "shop"})
	_, listed := l.ListTickets(ctx, w.Tenant, "shop", 10)
	_, counted := l.CountTickets(ctx, w.Tenant, "")
	for _, err := range []error{made, listed, counted, l.DeleteTicket(ctx, w.Tenant, "1")} {
		if !errors.Is(err, assistant.ErrNotFound) {
			t.Error(err)
		}
	}
}
