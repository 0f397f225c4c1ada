package schedule_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background/schedule"
	"github.com/aisteam/aisteam/wording"
)

// anyCron is a schedule that there are words for, in the fields of cron.
func anyCron(r *rand.Rand) string {
	if r.IntN(8) == 0 {
		return []string{"* * * * *", "0 * * * *", "*/15 * * * *", "*/20 * * * *", "0 */2 * * *", "0 */8 * * *"}[r.IntN(6)]
	}
	some := func(from, below, most int) string {
		picked := map[int]bool{}
		for range 1 + r.IntN(most) {
			picked[from+r.IntN(below-from)] = true
		}
		var out []string
		for n := range below {
			if picked[n] {
				out = append(out, strconv.Itoa(n))
			}
		}
		return strings.Join(out, ",")
	}
	one := func(from, below int) string { return strconv.Itoa(from + r.IntN(below-from)) }
	days := []string{
		"* * *", "* * 1-5", "* * " + some(0, 7, 7), one(1, 32) + " * *", "L * *",
		one(1, 29) + " " + one(1, 13) + " *", "L " + one(1, 13) + " *", one(1, 29) + " */" + []string{"2", "3", "4", "6", "12"}[r.IntN(5)] + " *", "L */3 *",
	}
	return one(0, 60) + " " + some(0, 24, 5) + " " + days[r.IntN(len(days))]
}

func TestEveryScheduleIsSaidInEachLanguageAndReadBackAsTheSame(t *testing.T) {
	const zone = " (Europe/Berlin)"
	r := rand.New(rand.NewPCG(26, 11))
	for range 400 {
		cron := anyCron(r)
		s, err := schedule.New(cron, "Europe/Berlin", sunday())
		if err != nil {
			t.Fatal(cron, err)
		}
		for _, l := range assistant.Languages() {
			said := wording.In(l).Tell(s.Words())
			if l == assistant.English && said != s.Words().String() {
				t.Fatalf("%s is %q, and %q is kept", cron, said, s.Words().String())
			}
			said = strings.TrimSuffix(said, zone)
			inItsWords(t, l, said)
			back, err := schedule.New(said, "Europe/Berlin", sunday())
			if err != nil || back.Cron() != s.Cron() {
				t.Fatalf("%s is said as %q in %s, which reads as %q: %v", s.Cron(), said, l, back.Cron(), err)
			}
		}
	}
}

func TestMomentsAreSaidInEachLanguage(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for at := sunday(); at.Before(sunday().AddDate(1, 0, 0)); at = at.Add(25 * time.Hour) {
		said := schedule.Moment(at, berlin)
		if want := at.In(berlin).Format("Mon 2 Jan 2006, 15:04 MST"); said.String() != want || wording.In(assistant.English).Tell(said) != want {
			t.Fatalf("%q, and not %q", said, want)
		}
		for _, l := range assistant.Languages() {
			told := wording.In(l).Tell(said)
			inItsWords(t, l, strings.NewReplacer("CET", "", "CEST", "").Replace(told))
			if !strings.Contains(told, strconv.Itoa(at.In(berlin).Day())) || !strings.HasSuffix(told, at.In(berlin).Format("2006, 15:04 MST")) {
				t.Fatalf("%q is told as %q in %s", said, told, l)
			}
		}
	}
}

// english are the words in which English says times.
const english = `every minute minutes hour hours day days weekday week month months year last first and at on the of by schedule until
	sunday monday tuesday wednesday thursday friday saturday sun mon tue wed thu fri sat
	january february march april may june july august september october november december jan feb mar apr jun jul aug sep oct nov dec`

// shared are those of them that are words of another language, too.
var shared = map[assistant.Language]string{
	assistant.German:  "minute april august september november jan feb apr aug nov",
	assistant.French:  "minutes mar oct nov",
	assistant.Spanish: "feb mar abr jun jul oct nov",
}

// inItsWords complains about English words of times in another language.
func inItsWords(t *testing.T, l assistant.Language, said string) {
	t.Helper()
	for w := range strings.FieldsFuncSeq(strings.ToLower(said), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if l != assistant.English && slices.Contains(strings.Fields(english), w) && !slices.Contains(strings.Fields(shared[l]), w) {
			t.Fatalf("%q has the English %q in %s", said, w, l)
		}
	}
}
