package tablekit_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/internal/tablekit"
)

// A pack of which the product knows nothing has two tables on both databases, one of them person-private, by what it hands in alone.
func TestAPackKeepsTablesOfItsOwn(t *testing.T) {
	tablekit.Try(t, tablekit.Part{
		Pack: notes(), Store: shelf{}, Landed: os.DirFS("testdata/notes"), Reads: left,
		Laws: map[string]func(*testing.T, *tablekit.World){
			"a key is noted once, whoever is first":      once,
			"what fails leaves nothing":                  whole,
			"the clock is the database's":                clock,
			"strange bytes are kept as text":             strangeBytes,
			"a person's notes stay theirs after linking": linked,
		},
		Fixture: func(t *testing.T, w *tablekit.World) tablekit.Kept {
			s := shelf{w.DB}
			mine, err := s.Write(t.Context(), w.Who, "key", "garden", "water the plants")
			if err != nil {
				t.Fatal(err)
			}
			return tablekit.Kept{
				Look: func() any { return []any{listed(t, s, w.Who), mineIn("garden", topics(t, s, w.Tenant)...)} },
				Verbs: map[string]tablekit.Verb{
					"Write": {Try: func(ctx context.Context, as tablekit.Who) (any, error) {
						got, err := s.Write(ctx, as, "key", "theirs", "water nothing")
						return mineIn(mine.ID, got.ID), err
					}},
					"Notes": {Try: func(ctx context.Context, as tablekit.Who) (any, error) {
						all, err := s.Notes(ctx, as)
						var ids []string
						for _, n := range all {
							ids = append(ids, n.ID)
						}
						return mineIn(mine.ID, ids...), err
					}},
					"Forget": {Try: func(ctx context.Context, as tablekit.Who) (any, error) { return nil, s.Forget(ctx, as, mine.ID) }},
					"Topics": {Shared: true, Try: func(ctx context.Context, as tablekit.Who) (any, error) {
						all, err := s.Topics(ctx, as.Tenant)
						return mineIn("garden", all...), err
					}},
				},
			}
		},
	})
}

// left: what a version of before has left is read as it was.
func left(t *testing.T, w *tablekit.World) {
	all := listed(t, shelf{w.DB}, w.Who)
	if len(all) != 1 || all[0].Content != "water the plants" || !all[0].At.Equal(time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)) {
		t.Errorf("%+v", all)
	}
}

// mineIn tells whether something is among others.
func mineIn(mine string, all ...string) bool { return slices.Contains(all, mine) }

func listed(t *testing.T, s shelf, who tablekit.Who) []note {
	t.Helper()
	all, err := s.Notes(t.Context(), who)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func topics(t *testing.T, s shelf, tenant assistant.TenantID) []string {
	t.Helper()
	all, err := s.Topics(t.Context(), tenant)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func once(t *testing.T, w *tablekit.World) {
	s := shelf{w.DB}
	var all [8]note
	var group sync.WaitGroup
	for i := range all {
		group.Go(func() {
			var err error
			if all[i], err = s.Write(t.Context(), w.Who, "key", "garden", "water the plants"); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for _, n := range all {
		if d := cmp.Diff(listed(t, s, w.Who), []note{n}); d != "" {
			t.Error(d)
		}
	}
}

func whole(t *testing.T, w *tablekit.World) {
	s, no := shelf{w.DB}, errors.New("no")
	for name, fails := range map[string]func(tables.Tx) error{
		"an error after it was sent": func(t tables.Tx) error { return errors.Join(t.Flush(context.Background()), no) },
		"what must change nothing": func(t tables.Tx) error {
			t.Must(no, nil, `delete from notes where tenant_id = $1`, w.Tenant)
			return nil
		},
	} {
		err := w.DB.Within(t.Context(), w.Write(), func(tx tables.Tx) error {
			tx.Exec(`insert into note_topics (tenant_id, name) values ($1, 'half')`, w.Tenant)
			return fails(tx)
		})
		tablekit.Not(t, err, no)
		if got := topics(t, s, w.Tenant); len(got) > 0 {
			t.Errorf("%s left %v", name, got)
		}
	}
}

func clock(t *testing.T, w *tablekit.World) {
	var now, later, before time.Time
	var found bool
	err := w.DB.Within(t.Context(), w.Read(), func(tx tables.Tx) error {
		tables.One(tx, &found, []any{&now, &later, &before}, `select :now, :after($2), :before($2) from tenants where tenant_id = $1`, w.Tenant, time.Hour)
		return nil
	})
	if err != nil || !found || later.Sub(now) != time.Hour || now.Sub(before) != time.Hour || time.Since(now).Abs() > time.Minute {
		t.Errorf("%v %v %v: %v", before, now, later, err)
	}
}

func strangeBytes(t *testing.T, w *tablekit.World) {
	s := shelf{w.DB}
	for range 2 {
		n, err := s.Write(t.Context(), w.Who, "k\x00ey", "to\xffpic", "a\x00b\xff")
		if err != nil || n.Content != "ab\uFFFD" {
			t.Errorf("%q: %v", n.Content, err)
		}
	}
	if got := topics(t, s, w.Tenant); len(listed(t, s, w.Who)) != 1 || !cmp.Equal(got, []string{"to\uFFFDpic"}) {
		t.Errorf("%q", got)
	}
}

func linked(t *testing.T, w *tablekit.World) {
	s := shelf{w.DB}
	theirs, err := s.Write(t.Context(), w.Colleague, "key", "garden", "water the plants")
	if err != nil {
		t.Fatal(err)
	}
	if got := listed(t, s, w.Who); len(got) > 0 {
		t.Errorf("before: %v", got)
	}
	w.Linked(t)
	if d := cmp.Diff([]note{theirs}, listed(t, s, w.Who)); d != "" {
		t.Error(d)
	}
	if err := s.Forget(t.Context(), w.Who, theirs.ID); err != nil {
		t.Error(err)
	}
}
