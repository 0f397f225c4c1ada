package slack_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/internal/fakeslack"
)

func TestWhoIsSummonedInMidThreadHearsWhatWasSaid(t *testing.T) {
	fake, _, in := withInbox(t)
	fake.AddUser("U2", "Bob")
	root := fake.Write("C1", "", "U1", "sales are <https://x.example|down> 5%")
	fake.Write("C1", root, "U2", "why?\nsince when?")
	fake.Write("C1", root, "UBOT2", "")
	fake.Write("C1", "", "U2", "lunch?")
	ts, a, err := fake.Mention(t.Context(), "C1", root, "U2", "what do you think?")
	if err != nil || !a.OK() || len(in.received) != 1 {
		t.Fatal(a.Status, err)
	}
	if d := cmp.Diff("Said in this thread before:\nalice: sales are down (https://x.example) 5%\nBob: why? since when?", in.received[0].Before); d != "" {
		t.Error(d)
	}
	asked := fake.Calls("conversations.replies")
	fake.Mention(t.Context(), "C1", root, "U1", "and you know?")
	fake.Mention(t.Context(), "C1", "", "U1", "hello")
	fake.Say(t.Context(), "D1", "", "U1", "hello")
	for _, r := range in.received[1:] {
		if r.Before != "" {
			t.Errorf("%q comes with %q", r.Text, r.Before)
		}
	}
	if n := fake.Calls("conversations.replies"); n != asked || asked == 0 {
		t.Errorf("the thread was read %d times, then %d", asked, n)
	}
	_ = ts
}

func TestAMessageAskedAboutIsHeardToo(t *testing.T) {
	fake, _, in := withInbox(t)
	ts := fake.Write("C1", "", "U2", "sales are down")
	fake.Write("C1", ts, "U1", "oh no")
	if _, err := fake.Shortcut(t.Context(), "C1", ts, "U1", "ask_about"); err != nil {
		t.Fatal(err)
	}
	if a, err := fake.Submit(t.Context(), fake.Views()[0], map[string]string{"about": "why?"}); err != nil || !a.OK() || len(in.received) != 1 {
		t.Fatal(a.Status, err)
	}
	if got := in.received[0].Before; got != "Said in this thread before:\n@U2: sales are down" {
		t.Error(got)
	}
}

func TestALongThreadIsHeardFromBothEnds(t *testing.T) {
	fake, _, in := withInbox(t)
	root := fake.Write("C1", "", "U1", "it began "+strings.Repeat("so ", 1000))
	for i := range 300 {
		fake.Write("C1", root, "U1", fmt.Sprintf("é%d %s", i, strings.Repeat("é", i%300)))
	}
	fake.MentionOnce(t.Context(), "C1", root, "U1", "well?")
	got := in.received[0].Before
	if len(got) > 2000 || !strings.Contains(got, ":\nalice: it began so") || !strings.Contains(got, "(at least ") || !strings.Contains(got, "é299") {
		t.Errorf("%d bytes: %s", len(got), got)
	}
}

func TestAThreadThatCannotBeReadHoldsNothingUp(t *testing.T) {
	fake, _, in := withInbox(t)
	root := fake.Write("C1", "", "U1", "it began")
	fake.Fault("conversations.replies", fakeslack.Fault{Error: "missing_scope"})
	if _, a, err := fake.MentionOnce(t.Context(), "C1", root, "U1", "well?"); err != nil || !a.OK() || !strings.Contains(in.received[0].Before, "could not be read") {
		t.Errorf("%d %v %+v", a.Status, err, in.received)
	}
	in.err = errors.New("away")
	if _, a, err := fake.MentionOnce(t.Context(), "C1", fake.Write("C1", "", "U1", "more"), "U1", "well?"); err != nil || a.Status != 503 {
		t.Errorf("%d %v", a.Status, err)
	}
}

func TestWhatIsSaidToOthersInAThreadIsNotForTheBot(t *testing.T) {
	fake, _, in := withInbox(t)
	fake.AddUser("U2", "Bob")
	root, _, err := fake.Mention(t.Context(), "C1", "", "U1", "create a page")
	if err != nil {
		t.Fatal(err)
	}
	before := len(in.received)
	for _, s := range []string{"<@U2> what do you think?", " <@U2|bob>: lunch?", "<!subteam^S1|@design> look", "give the layout to <@U2>", "in blue"} {
		if _, a, err := fake.Say(t.Context(), "C1", root, "U2", s); err != nil || !a.OK() {
			t.Fatal(a.Status, err)
		}
	}
	var got []string
	for _, r := range in.received[before:] {
		got = append(got, r.Text)
	}
	if len(got) != 2 || !strings.HasPrefix(got[0], "give the layout to") || got[1] != "in blue" {
		t.Errorf("%q", got)
	}
}
