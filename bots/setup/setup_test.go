package setup_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/setup"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/storage"
)

const part = assistant.SetupSlack

// radio is a part: an address, and the secret that is for that address.
type radio struct{ refuses bool }

func (radio) Form() assistant.Form {
	return assistant.Form{Fields: []assistant.FormField{
		{Key: "address", Kind: assistant.FieldText, Label: assistant.Say("Address"), Most: 50, Binds: true},
		{Key: "key", Kind: assistant.FieldSecret, Label: assistant.Say("API key"), Most: 50},
	}}
}

func (radio) Fits(set assistant.PartSettings) error {
	if set.Given["address"] == "" {
		return &assistant.FieldError{Key: "address", Message: assistant.Verbatim("an address is missing")}
	}
	return nil
}

func (r radio) Try(_ context.Context, set assistant.PartSettings) (assistant.Sentence, error) {
	if r.refuses {
		return assistant.Sentence{}, assistant.BadInput(assistant.Verbatim("it is refused"), assistant.Verbatim("try another"))
	}
	return assistant.Verbatim(set.Given["address"] + " answers"), nil
}

// station is what serves by the settings.
type station struct{ address, key string }

// house is an installation with a desk of its own, on real storage.
type house struct {
	t       *testing.T
	db      *ledgerkit.Ledger
	desk    *setup.Desk
	serving *setup.Part[station]
}

func newHouse(t *testing.T, given ...assistant.PartSettings) *house {
	t.Helper()
	h := &house{t: t, db: ledgerkit.Open(t, storage.Config{})}
	h.serving, h.desk = h.replica(radio{}, given...)
	return h
}

// replica is what another process has of the installation.
func (h *house) replica(of radio, given ...assistant.PartSettings) (*setup.Part[station], *setup.Desk) {
	h.t.Helper()
	serving := setup.New(part, func(set assistant.PartSettings) (*station, error) {
		if set.Given["address"] == "nowhere" {
			return nil, errors.New("there is no such place")
		}
		return &station{set.Given["address"], set.Secret("key")}, nil
	}, func(ctx context.Context, _ *station) error { <-ctx.Done(); return nil })
	source := setup.NewSource(setup.Config{Tenant: h.db.Tenant, Settings: h.db.Parts, Given: given, Parts: []setup.Serving{serving}, Log: slog.New(slog.DiscardHandler)})
	if err := source.Open(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
	return serving, &setup.Desk{Kept: h.db.Parts, Source: source, Seals: true, Kinds: map[assistant.SetupKey]setup.Kind{part: of}}
}

func filled(address, key string) assistant.PartGiven {
	return assistant.PartGiven{Part: part, Values: map[string]string{"address": address, "key": key}}
}

func (h *house) keeps(g assistant.PartGiven) error {
	return h.desk.KeepPart(h.t.Context(), h.db.Tenant, h.db.Owner.ID, g)
}

func (h *house) serves(want *station) {
	h.t.Helper()
	if d := cmp.Diff(want, h.serving.Now(), cmp.AllowUnexported(station{})); d != "" {
		h.t.Errorf("what serves (-want +got):\n%s", d)
	}
}

// TestAPartIsTriedKeptChangedAndTakenAway: it serves at once where it is saved, and elsewhere with the next look; its secret is never shown, and
// stays with the address that it was given for.
func TestAPartIsTriedKeptChangedAndTakenAway(t *testing.T) {
	h := newHouse(t)
	other, theirs := h.replica(radio{})
	if said, err := h.desk.TryPart(t.Context(), h.db.Tenant, filled("here", "k1")); err != nil || said.String() != "here answers" {
		t.Errorf("%s, %v", said, err)
	}
	h.serves(nil)
	for range 2 { // the button was pressed twice
		if err := h.keeps(filled(" here ", "k1")); err != nil {
			t.Fatal(err)
		}
	}
	h.serves(&station{"here", "k1"})
	choice, err := h.desk.Part(t.Context(), h.db.Tenant, part)
	if err != nil || !choice.On || choice.Locked || choice.Set.By != h.db.Owner.ID || len(choice.Set.Secrets) > 0 || choice.Form.Fields[0].Value != "here" || choice.Form.Fields[1].Value != "" || !choice.Form.Fields[1].Kept {
		t.Errorf("it is shown as %+v, %v", choice, err)
	}
	if other.Now() != nil {
		t.Error("the other replica has not looked yet")
	}
	if err := theirs.Source.Refresh(t.Context()); err != nil || *other.Now() != (station{"here", "k1"}) {
		t.Errorf("the other replica serves by %v, %v", other.Now(), err)
	}
	before := other.Now()
	if err := theirs.Source.Refresh(t.Context()); err != nil || other.Now() != before {
		t.Errorf("it is made anew without a change: %v", err)
	}
	for _, c := range []struct {
		given assistant.PartGiven
		want  *station
	}{
		{filled("here", ""), &station{"here", "k1"}}, // the key stays
		{filled("here", "k2"), &station{"here", "k2"}},
		{filled("there", ""), &station{"there", ""}}, // but is for nowhere else
		{filled("nowhere", ""), nil},                 // of which nothing can be made
		{filled("here", "k3"), &station{"here", "k3"}},
	} {
		if err := h.keeps(c.given); err != nil {
			t.Fatal(err)
		}
		h.serves(c.want)
	}
	for range 2 {
		if err := h.desk.DropPart(t.Context(), h.db.Tenant, h.db.Owner.ID, part); err != nil {
			t.Fatal(err)
		}
	}
	h.serves(nil)
	if err := h.keeps(filled("here", "")); err != nil {
		t.Fatal(err)
	}
	h.serves(&station{"here", ""}) // the key of before does not come back
}

// TestWhatDoesNotPassItsTestIsKeptOnlyWhereSomebodySaysSo; what cannot be is never kept, and neither is a secret where nothing seals it.
func TestWhatDoesNotPassItsTestIsKeptOnlyWhereSomebodySaysSo(t *testing.T) {
	h := newHouse(t)
	_, h.desk = h.replica(radio{refuses: true})
	if trouble, told := errors.AsType[*assistant.Trouble](h.keeps(filled("here", "k"))); !told || trouble.Problem.Message.String() != "it is refused" {
		t.Errorf("%v", trouble)
	}
	anyway := func(g assistant.PartGiven) assistant.PartGiven { g.Anyway = true; return g }
	for name, c := range map[string]struct {
		given assistant.PartGiven
		field string
	}{
		"no address":       {filled("", "k"), "address"},
		"too long":         {filled(strings.Repeat("x", 51), "k"), "address"},
		"a field too many": {assistant.PartGiven{Part: part, Values: map[string]string{"address": "here", "colour": "red"}}, "colour"},
	} {
		if wrong, told := errors.AsType[*assistant.FieldError](h.keeps(anyway(c.given))); !told || wrong.Key != c.field {
			t.Errorf("%s: %v", name, wrong)
		}
	}
	if err := h.keeps(anyway(assistant.PartGiven{Part: assistant.SetupModel})); !errors.Is(err, assistant.ErrNotFound) {
		t.Errorf("a part without a form: %v", err)
	}
	h.desk.Seals = false
	if trouble, told := errors.AsType[*assistant.Trouble](h.keeps(anyway(filled("here", "k")))); !told || !strings.Contains(trouble.Problem.Recovery.String(), "AISTEAM_SECRET_KEY") {
		t.Errorf("%v", trouble)
	}
	if set, err := h.db.Parts.PartSettings(t.Context(), h.db.Tenant, part); err != nil || set.Set() {
		t.Errorf("kept is %v, %v", set.Given, err)
	}
	h.desk.Seals = true
	if err := h.keeps(anyway(filled("here", "k"))); err != nil {
		t.Error(err)
	}
}

// TestWhatTheEnvironmentSetsGoesFirst: it serves, is tried, and nobody changes it.
func TestWhatTheEnvironmentSetsGoesFirst(t *testing.T) {
	h := newHouse(t)
	if err := h.keeps(filled("here", "k")); err != nil {
		t.Fatal(err)
	}
	h.serving, h.desk = h.replica(radio{}, assistant.PartSettings{Part: part, Given: map[string]string{"address": "given"}})
	h.serves(&station{"given", ""})
	if err := h.desk.Source.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.serves(&station{"given", ""})
	if choice, err := h.desk.Part(t.Context(), h.db.Tenant, part); err != nil || !choice.On || !choice.Locked || choice.Set.Given != nil {
		t.Errorf("%+v, %v", choice, err)
	}
	if said, err := h.desk.TryGiven(t.Context(), part); err != nil || said.String() != "given answers" {
		t.Errorf("%s, %v", said, err)
	}
	for what, err := range map[string]error{
		"keep": h.keeps(filled("here", "k")), "drop": h.desk.DropPart(t.Context(), h.db.Tenant, h.db.Owner.ID, part), "try": second(h.desk.TryPart(t.Context(), h.db.Tenant, filled("here", "k"))),
		"try what nothing sets": second(h.desk.TryGiven(t.Context(), assistant.SetupDiscord)),
	} {
		if !errors.Is(err, assistant.ErrNotFound) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// TestTheRunOfWhatServedEndsBeforeTheNextOneBegins, and with the context; a failure ends the run of the part.
func TestTheRunOfWhatServedEndsBeforeTheNextOneBegins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var log []string
		says := func(what string) { mu.Lock(); defer mu.Unlock(); log = append(log, what) }
		p := setup.New(part, func(set assistant.PartSettings) (*station, error) {
			return &station{address: set.Given["address"]}, nil
		}, func(ctx context.Context, s *station) error {
			says("begins " + s.address)
			if s.address == "broken" {
				return errors.New("it broke")
			}
			if s.address != "short" {
				<-ctx.Done()
			}
			says("ends " + s.address)
			return nil
		})
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- p.Run(ctx) }()
		for _, to := range []string{"a", "b", "short", "", "c"} {
			set := assistant.PartSettings{Part: part}
			if to != "" {
				set.Given = map[string]string{"address": to}
			}
			if err := p.Take(set); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if d := cmp.Diff([]string{"begins a", "ends a", "begins b", "ends b", "begins short", "ends short", "begins c", "ends c"}, log); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
		if err := p.Take(assistant.PartSettings{Part: part, Given: map[string]string{"address": "broken"}}); err != nil {
			t.Fatal(err)
		}
		if err := p.Run(t.Context()); err == nil || err.Error() != "it broke" {
			t.Errorf("%v", err)
		}
	})
}
