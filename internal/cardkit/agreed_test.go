package cardkit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/internal/cardkit"
)

// listener hears what a test is told instead of failing.
type listener struct {
	testing.TB

	said []string
}

func (l *listener) Helper() {}

func (l *listener) Errorf(format string, args ...any) {
	l.said = append(l.said, fmt.Sprintf(format, args...))
}

func TestAGoldenIsOfWhatIsShownAndOfNothingElse(t *testing.T) {
	var none, other listener
	none.TB, other.TB = t, t
	cardkit.Agreed(&none, "view", nil, false)
	if all := strings.Join(none.said, "\n"); len(none.said) < 20 || !strings.Contains(all, "plan_proposed has a golden for view and shows nothing") {
		t.Errorf("where nothing is shown: %s", all)
	}
	cardkit.Agreed(&other, "view", map[string]string{"plan_proposed": "Another plan.\n", "unheard_of": "words\n"}, false)
	for _, want := range []string{"plan_proposed on view (-agreed +shown)", "unheard_of has no golden for view"} {
		if all := strings.Join(other.said, "\n"); !strings.Contains(all, want) {
			t.Errorf("%q is not said in: %s", want, all)
		}
	}
}
