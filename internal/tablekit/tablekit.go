// Package tablekit is the suite for a pack that keeps tables of its own, as [tables] says. A test of the pack hands in its part, and [Try]
// brings the tables to both databases, fresh ones and those of a program that did not know the pack, tries what the store promises, and
// that nobody else gets at what is somebody's. On Postgres the catalogue says which tables there are and what has to hold on them.
package tablekit

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// Part is what a pack brings to the suite.
type Part struct {
	Pack    tables.Pack
	Adopted []string // tables of the pack that the ledger's own migrations have made
	Store   any      // a store of the pack: every verb that it has is tried

	Laws    map[string]func(*testing.T, *World) // what the store promises
	Fixture func(*testing.T, *World) Kept       // keeps something in every table for the world's person

	Landed fs.FS                    // with landed/postgres/00001.sql and the like: what a program of that version left for {tenant} and {person}
	Reads  func(*testing.T, *World) // looks at that through the store
}

// Kept is what a fixture has made.
type Kept struct {
	Look  func() any      // everything that the store tells its owner of it
	Verbs map[string]Verb // the store's, by their names
}

// Verb is a verb of a store on what a fixture has made.
type Verb struct {
	Shared bool                                                   // colleagues of the owner may do it
	Try    func(ctx context.Context, as Who) (saw any, err error) // does it as somebody else, and gives what that tells of it
}

// Try tries the part of a pack on both databases.
func Try(t *testing.T, p Part) {
	t.Helper()
	t.Run("postgres", func(t *testing.T) { p.tryPostgres(t) })
	t.Run("sqlite", func(t *testing.T) { p.trySQLite(t) })
}

// laws tries what the store promises, each in a tenant of its own.
func (p Part) laws(t *testing.T, l *ledger) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(p.Laws)) {
		t.Run(name, func(t *testing.T) { p.Laws[name](t, l.world(t)) })
	}
}

// apart does every verb of the store as somebody else: it tells nothing, changes nothing, and is refused as if there were nothing.
func (p Part) apart(t *testing.T, w *World, kept Kept) {
	t.Helper()
	var has []string
	for m := range reflect.TypeOf(p.Store).Methods() {
		has = append(has, m.Name)
	}
	if d := cmp.Diff(has, slices.Sorted(maps.Keys(kept.Verbs))); d != "" {
		t.Errorf("verbs of the store that are not tried as somebody else (-has +tried):\n%s", d)
	}
	before := kept.Look()
	for name, v := range kept.Verbs {
		for who, as := range w.strangers(v.Shared) {
			saw, err := v.Try(t.Context(), as)
			if err != nil && !errors.Is(err, assistant.ErrNotFound) {
				t.Errorf("%s as %s: %v", name, who, err)
			}
			if saw != nil && !empty(saw) {
				t.Errorf("%s as %s tells %+v", name, who, saw)
			}
			if d := cmp.Diff(before, kept.Look()); d != "" {
				t.Fatalf("%s as %s changed something (-before +after):\n%s", name, who, d)
			}
		}
	}
}

func empty(saw any) bool {
	v := reflect.ValueOf(saw)
	return v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0
}
