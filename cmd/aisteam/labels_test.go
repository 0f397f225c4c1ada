package main

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/trace"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/wording"
)

// TestWhatEveryToolIsCalledIsSaidInEachLanguage: alone, in progress, as the title of a call, and as one of several actions; what the call is
// about stays as it is. What models were asked for is said as well, by every purpose that there is.
func TestWhatEveryToolIsCalledIsSaidInEachLanguage(t *testing.T) {
	_, err := opened(t, Config{Data: filepath.Join(t.TempDir(), "data")}, func(s *server) {
		for _, step := range []func(context.Context) error{s.openModel, s.openTools} {
			if err := step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		tools, labels := s.team.Tools().All(), s.labels(s.tenant.ID)
		if len(tools) < 30 {
			t.Fatalf("there are %d tools", len(tools))
		}
		const about = "“The form: who fills it in”"
		for _, l := range assistant.Languages() {
			w := wording.In(l)
			for _, tool := range tools {
				label := labels[tool.Name]
				said := w.Label(label)
				if label != tool.Label || (said == label) != (l == assistant.English) {
					t.Errorf("%s, “%s”, is called %q in %s", tool.Name, tool.Label, said, l.Name())
				}
				if does := executor.Progressive(label); (w.Label(does) == does) != (l == assistant.English) {
					t.Errorf("who uses %s is said to be %q in %s", tool.Name, w.Label(does), l.Name())
				}
				title := label + ": " + about
				if got := w.Tell(tool.Titled(title)); !strings.HasPrefix(got, said) || !strings.HasSuffix(got, ": "+about) {
					t.Errorf("%q is %q in %s", title, got, l.Name())
				}
				several := assistant.Say("%s, and %d more actions", tool.Titled(title), 2)
				if got := w.Tell(several); !strings.HasPrefix(got, said) || !strings.Contains(got, about) || l != assistant.English && strings.Contains(got, "more actions") {
					t.Errorf("%q is %q in %s", several, got, l.Name())
				}
			}
			for _, purpose := range s.models.Client(s.tenant.ID).Purposes() {
				if said := trace.Asked(w, purpose.String()); said == purpose.String() || (said == trace.Asked(wording.Words{}, purpose.String())) != (l == assistant.English) {
					t.Errorf("a model asked to %s is said to do %q in %s", purpose, said, l.Name())
				}
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}
