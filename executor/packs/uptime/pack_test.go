package uptime_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/packs/uptime"
)

// world is a site as it is seen, and a registry that knows one domain.
type world struct {
	seen  site.Reach
	err   error
	asked string
	ends  time.Time
}

// Reach implements [uptime.Visitor].
func (w *world) Reach(_ context.Context, _ outward.Permit, _ assistant.Project, address string) (site.Reach, error) {
	w.asked = address
	return w.seen, w.err
}

// Ends implements [uptime.Registry].
func (w *world) Ends(_ context.Context, _ outward.Permit, host string) (string, time.Time) {
	return host, w.ends
}

// Address implements [uptime.Fronts].
func (w *world) Address(assistant.Project, string) string { return "https://aquaverter.com/" }

func now() time.Time { return time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC) }

func check(t *testing.T, w *world, arguments string) (assistant.Receipt, error) {
	t.Helper()
	all, err := uptime.Tools(uptime.Config{Visitor: w, Registry: w, Fronts: w, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tools.NewRegistry(all...); err != nil {
		t.Fatal(err)
	}
	return all[0].Run(t.Context(), tools.Call{Arguments: json.RawMessage(arguments)})
}

func TestWhatIsSeenOfASiteIsSaid(t *testing.T) {
	t.Parallel()
	far, near := now().AddDate(1, 0, 0), now().Add(12*24*time.Hour+time.Hour)
	for name, c := range map[string]struct {
		w        world
		up, want string
	}{
		"up": {
			world{seen: site.Reach{URL: "https://aquaverter.com/", Status: 200, Took: 300 * time.Millisecond, Until: far}, ends: far},
			"yes",
			"https://aquaverter.com/ is up, and answers in less than a second. Its certificate holds until 1 March 2027. The domain aquaverter.com is registered until 1 March 2027",
		},
		"slow, and soon": {
			world{seen: site.Reach{Status: 200, Took: 3400 * time.Millisecond, Until: near}, ends: now().Add(25 * time.Hour)},
			"yes",
			"https://aquaverter.com/ is up, and answers in about 3 s. Its certificate holds until 13 March 2026: that is in 12 days. The domain aquaverter.com is registered until 2 March 2026: that is in 1 day",
		},
		"an error":      {world{seen: site.Reach{Status: 503}}, "no", "https://aquaverter.com/ is down: it answers with the error 503"},
		"nobody":        {world{seen: site.Reach{Problem: "it did not answer in time"}}, "no", "https://aquaverter.com/ is down: it did not answer in time"},
		"over":          {world{seen: site.Reach{Problem: "its certificate has ended", Until: now().Add(-time.Hour)}}, "no", "https://aquaverter.com/ is down: its certificate has ended. Its certificate ended on 1 March 2026"},
		"over any time": {world{seen: site.Reach{Status: 200}, ends: now().Add(time.Hour)}, "yes", "https://aquaverter.com/ is up, and answers in less than a second. The domain aquaverter.com is registered until 1 March 2026: that is in less than a day"},
	} {
		got, err := check(t, &c.w, `{}`)
		if err != nil || got.Result.Summary.String() != c.want || got.Result.Fields.Text("up") != c.up {
			t.Errorf("%s: %q %q %v", name, got.Result.Summary.String(), got.Result.Fields.Text("up"), err)
		}
	}
}

func TestAnAddressIsLookedAtWhereOneIsGiven(t *testing.T) {
	t.Parallel()
	w := &world{seen: site.Reach{Status: 200}}
	if _, err := check(t, w, `{"url":"https://shop.aquaverter.com/cart"}`); err != nil || w.asked != "https://shop.aquaverter.com/cart" {
		t.Errorf("%q %v", w.asked, err)
	}
	w.err = errors.New("a private address")
	if _, err := check(t, w, `{"url":"http://10.0.0.1"}`); !errors.Is(err, w.err) {
		t.Error(err)
	}
	if _, err := check(t, w, `{"url":7}`); err == nil {
		t.Error("a number was taken for an address")
	}
}
