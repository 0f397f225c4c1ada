package tablekit

import (
	"crypto/rand"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/storage"
)

// Who is the person for whom a verb is done.
type Who struct {
	Tenant assistant.TenantID
	Person assistant.PersonID
}

// World is a tenant of the test's own, with two people in it, and somebody in another one.
type World struct {
	Who // whose everything is

	DB        tables.Ledger
	Ledger    *storage.DB      // for what a store uses besides its tables
	Colleague Who              // in the same tenant
	Stranger  Who              // in another one
	Linked    func(*testing.T) // makes the colleague one person with Who, who stays
}

// strangers are those who must not get at what is Who's.
func (w *World) strangers(shared bool) map[string]Who {
	nobody := Who{"01900000-0000-7000-8000-00000000dead", "01900000-0000-7000-8000-00000000beef"}
	out := map[string]Who{"another tenant": w.Stranger, "a tenant that there is not": nobody, "a tenant that is no id": {"'; --", w.Person}}
	if !shared {
		out["a colleague"] = w.Colleague
	}
	return out
}

// ledger is an open database.
type ledger struct {
	*storage.DB

	ids *assistant.IDs
}

func config(c storage.Config, packs ...tables.Pack) storage.Config {
	c.IDs, c.Now, c.Log, c.Packs = assistant.NewIDs(time.Now, rand.Reader), time.Now, slog.New(slog.DiscardHandler), packs
	return c
}

// open opens a database. Whoever opens it closes it: an embedded one is open once at a time.
func open(t *testing.T, c storage.Config) *ledger {
	t.Helper()
	db, err := storage.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return &ledger{db, c.IDs}
}

func (l *ledger) close(t *testing.T) {
	t.Helper()
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}

// world makes a world.
func (l *ledger) world(t *testing.T) *World {
	t.Helper()
	w := &World{DB: l.Packs, Ledger: l.DB}
	w.Who = l.person(t, l.tenant(t))
	w.Colleague, w.Stranger = l.person(t, w.Tenant), l.person(t, l.tenant(t))
	w.Linked = func(t *testing.T) {
		t.Helper()
		code, err := l.Links.MakeLinkCode(t.Context(), w.Tenant, w.Person)
		if err == nil {
			_, err = l.Links.RedeemLinkCode(t.Context(), w.Tenant, w.Colleague.Person, code.Code)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func (l *ledger) tenant(t *testing.T) assistant.TenantID {
	t.Helper()
	in, err := l.Installs.SaveInstall(t.Context(), assistant.Install{Team: l.ids.New(), App: "A1", By: "U1", Tokens: assistant.Tokens{Access: "xoxb"}})
	if err != nil {
		t.Fatal(err)
	}
	return in.Tenant
}

func (l *ledger) person(t *testing.T, tenant assistant.TenantID) Who {
	t.Helper()
	p, err := l.People.PersonFor(t.Context(), tenant, assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: l.ids.New(), Name: "Uma"})
	if err != nil {
		t.Fatal(err)
	}
	return Who{tenant, p.ID}
}

// Read is a scope that only looks.
func (w Who) Read() tables.Scope {
	return tables.Scope{Tenant: w.Tenant, Person: w.Person, Reads: true}
}

// Write is a scope that writes.
func (w Who) Write() tables.Scope { return tables.Scope{Tenant: w.Tenant, Person: w.Person} }

// Not fails the test unless an error is the wanted one.
func Not(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("got error %v, want %v", err, want)
	}
}
