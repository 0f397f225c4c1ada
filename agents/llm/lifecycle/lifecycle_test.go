package lifecycle_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/lifecycle"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/metrics"
	"github.com/aisteam/aisteam/storage"
)

func mini() llm.Info { return llm.Info{Provider: "openai", Model: "gpt-5-mini"} }

// vendor says of its models what it says of them.
type vendor struct {
	models []llm.Info
	ends   map[string]string
	err    error
}

func (v *vendor) Models() []llm.Info { return v.models }

func (v *vendor) Describe(_ context.Context, i llm.Info) (llm.Description, error) {
	if v.err != nil {
		return llm.Description{}, v.err
	}
	day, _ := time.Parse(time.DateOnly, v.ends[i.Model])
	return llm.Description{Model: i.Model, Ends: day}, nil
}

// house is an installation whose clock is turned by hand; its rows are real.
type house struct {
	t      *testing.T
	db     *storage.DB
	tenant assistant.TenantID
	owner  assistant.Person
	vendor *vendor
	now    time.Time
	meter  *metrics.Metrics
	gather *prometheus.Registry
	log    *bytes.Buffer
}

func newHouse(t *testing.T) *house {
	t.Helper()
	ids := assistant.NewIDs(time.Now, rand.NewChaCha8([32]byte{1}))
	db, err := storage.Open(t.Context(), storage.Config{Dir: servers.Embedded(t), IDs: ids, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	tenant, owner, err := db.Tenants.Bootstrap(t.Context(), assistant.Seed{Tenant: assistant.Tenant{Name: "Home"}, Owner: assistant.Person{Name: "Olga"}})
	if err != nil {
		t.Fatal(err)
	}
	r := prometheus.NewRegistry()
	return &house{t: t, db: db, tenant: tenant.ID, owner: owner, vendor: &vendor{models: []llm.Info{mini()}}, meter: metrics.New(r), gather: r, log: &bytes.Buffer{}}
}

// replica is one that has just started.
func (h *house) replica(s *lifecycle.Sights) *lifecycle.Watch {
	h.t.Helper()
	list, err := lifecycle.Listed()
	if err != nil {
		h.t.Fatal(err)
	}
	return lifecycle.New(lifecycle.Config{
		Models: h.vendor, List: list, Sights: s, Ledger: h.db.Failures, Tenant: h.tenant, Variable: func(llm.Info) string { return "OPENAI_MODEL" },
		Meter: h.meter, Log: slog.New(slog.NewTextHandler(h.log, nil)), Now: func() time.Time { return h.now },
	})
}

func (h *house) looks(day string, watches ...*lifecycle.Watch) {
	h.t.Helper()
	var err error
	if h.now, err = time.Parse(time.DateOnly, day); err != nil {
		h.t.Fatal(err)
	}
	var all sync.WaitGroup
	for _, w := range watches {
		all.Go(func() {
			if err := w.Look(h.t.Context()); err != nil {
				h.t.Error(err)
			}
		})
	}
	all.Wait()
}

// told is what the owner has been told so far, in order.
func (h *house) told() (out []string) {
	h.t.Helper()
	page, err := h.db.Conversations.Conversations(h.t.Context(), h.tenant, 10)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, c := range page {
		ms, err := h.db.Conversations.MessagesAfter(h.t.Context(), h.tenant, c.ID, 0, 100)
		if err != nil {
			h.t.Fatal(err)
		}
		for _, m := range ms {
			out = append(out, m.Content)
		}
	}
	return out
}

func (h *house) gauge() float64 {
	h.t.Helper()
	all, err := h.gather.Gather()
	if err != nil {
		h.t.Fatal(err)
	}
	for _, f := range all {
		if f.GetName() == "aisteam_model_ends_days" {
			return f.GetMetric()[0].GetGauge().GetValue()
		}
	}
	return 99999
}

// TestAnAdminIsToldOfAnEndOnceForEachOfItsDays: over three replicas that look at once, day by day, and one that starts anew each day.
func TestAnAdminIsToldOfAnEndOnceForEachOfItsDays(t *testing.T) {
	h := newHouse(t)
	one, two := h.replica(lifecycle.NewSights()), h.replica(lifecycle.NewSights())
	for _, c := range []struct {
		day  string
		told int
		days float64
	}{
		{"2026-11-10", 0, 31},
		{"2026-11-11", 1, 30},
		{"2026-11-12", 1, 29},
		{"2026-12-04", 2, 7},
		{"2026-12-09", 2, 2},
		{"2026-12-10", 3, 1},
		{"2026-12-11", 3, 0},
		{"2026-12-12", 4, -1},
		{"2027-01-30", 4, -50},
	} {
		h.looks(c.day, one, two, h.replica(lifecycle.NewSights()))
		if got := h.told(); len(got) != c.told || h.gauge() != c.days {
			t.Fatalf("on %s %v days are left, and it was told: %q", c.day, h.gauge(), got)
		}
	}
	all := h.told()
	for i, want := range []string{"on 2026-12-11; from then on I cannot answer with it. Days left: 30.", "Days left: 7", "Days left: 1.", "is there no more"} {
		if !strings.Contains(all[i], want) || !strings.Contains(all[i], "names gpt-6.1-terra") || !strings.Contains(all[i], "set OPENAI_MODEL to it") {
			t.Errorf("told: %s", all[i])
		}
	}
	if log := h.log.String(); !strings.Contains(log, "ends=2026-12-11") || !strings.Contains(log, "successor=gpt-6.1-terra") || !strings.Contains(log, "there no more") {
		t.Errorf("the log says: %s", log)
	}
}

func TestWhoeverStartsLateIsToldOnceOfWhatIsLeft(t *testing.T) {
	h := newHouse(t)
	h.looks("2026-12-06", h.replica(lifecycle.NewSights()))
	if got := h.told(); len(got) != 1 || !strings.Contains(got[0], "Days left: 5") {
		t.Errorf("told: %q", got)
	}
}

// TestTheVendorsWordGoesBeforeTheList: also where it puts the day off, which is told anew.
func TestTheVendorsWordGoesBeforeTheList(t *testing.T) {
	h := newHouse(t)
	h.vendor.ends = map[string]string{"gpt-5-mini": "2027-03-01", "gpt-9": "2026-12-20"}
	h.vendor.models = append(h.vendor.models, llm.Info{Provider: "openai", Model: "gpt-9"})
	h.looks("2026-12-10", h.replica(lifecycle.NewSights()))
	if got := h.told(); len(got) != 1 || !strings.Contains(got[0], "gpt-9 is shut down by its provider on 2026-12-20") || !strings.Contains(got[0], "Choose another one") {
		t.Errorf("told: %q", got)
	}
	h.vendor.err = errors.New("away")
	h.looks("2026-12-12", h.replica(lifecycle.NewSights()))
	if got := h.told(); len(got) != 2 {
		t.Errorf("while the vendor is away the list does not hold: %q", got)
	}
}

// TestWhatAModelsAnswersShowIsToldWithoutAnyDate: another answers in its place, nobody knows it any more, and it is back.
func TestWhatAModelsAnswersShowIsToldWithoutAnyDate(t *testing.T) {
	h := newHouse(t)
	i := llm.Info{Provider: "gemini", Model: "gemini-9"}
	h.vendor.models = []llm.Info{i}
	s := lifecycle.NewSights()
	w := h.replica(s)
	s.ModelMissing(i) // a name that was never right is whoever's who set it
	h.looks("2026-11-24", w)
	if got := h.told(); len(got) != 0 {
		t.Errorf("told: %q", got)
	}
	s.ModelAnswered(i, "")
	h.looks("2026-11-24", w)
	s.ModelMissing(i)
	s.ModelMissing(i)
	h.looks("2026-11-24", w, h.replica(lifecycle.NewSights()))
	s.ModelAnswered(i, "gemini-10")
	h.looks("2026-11-24", w)
	got := strings.Join(h.told(), "\n")
	if strings.Count(got, "is there no more") != 1 || strings.Count(got, "answers with gemini-10") != 1 {
		t.Errorf("told: %q", got)
	}
	want := `# HELP aisteam_model_strayed_total Times that a model was found to be there no more, or another one to answer in its place.
# TYPE aisteam_model_strayed_total counter
aisteam_model_strayed_total{how="gone",model="gemini-9",provider="gemini"} 2
aisteam_model_strayed_total{how="rerouted",model="gemini-9",provider="gemini"} 1
`
	if err := testutil.GatherAndCompare(h.gather, strings.NewReader(want), "aisteam_model_strayed_total"); err != nil {
		t.Error(err)
	}
	s.ModelAnswered(i, "")
	h.looks("2026-11-24", w)
	all, err := w.Standings(t.Context())
	if err != nil || len(all) != 1 || all[0].Instead != "" || !all[0].Gone.IsZero() {
		t.Errorf("once it is back: %+v, %v", all, err)
	}
}

func TestAReroutingThatWasAnnouncedAndSeenIsToldOnce(t *testing.T) {
	h := newHouse(t)
	i := llm.Info{Provider: "gemini", Model: "gemini-3.5-flash"}
	h.vendor.models = []llm.Info{i}
	s := lifecycle.NewSights()
	w := h.replica(s)
	h.looks("2026-11-24", w)
	s.ModelAnswered(i, "gemini-3.6-flash")
	h.looks("2026-11-24", w)
	if got := h.told(); len(got) != 1 || !strings.Contains(got[0], "answers with gemini-3.6-flash") {
		t.Errorf("told: %q", got)
	}
}
