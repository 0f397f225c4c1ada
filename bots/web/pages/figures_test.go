package pages_test

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/wording"
)

// TestFiguresAreWrittenAsTheirReaderDoes: with the marks of the language, and no more digits than anybody reads.
func TestFiguresAreWrittenAsTheirReaderDoes(t *testing.T) {
	for took, want := range map[time.Duration][2]string{
		0: {"under 0.1 s", "unter 0,1 s"}, 2300 * time.Millisecond: {"2.3 s", "2,3 s"}, 42 * time.Second: {"42 s", "42 s"}, 3 * time.Minute: {"3 min", "3 min"},
	} {
		for i, l := range []assistant.Language{assistant.English, assistant.German} {
			if got := pages.Took(wording.In(l), took); got != want[i] {
				t.Errorf("%s in %s: %q, want %q", took, l.Name(), got, want[i])
			}
		}
	}
	for _, c := range []struct {
		micros   int64
		unpriced int
		want     [2]string
	}{
		{0, 0, [2]string{"$0.00", "0,00 $"}},
		{900, 0, [2]string{"under 1 ¢", "unter 1 ¢"}},
		{1_500_000, 0, [2]string{"$1.50", "1,50 $"}},
		{0, 2, [2]string{"price not known", "Preis nicht bekannt"}},
		{1_500_000, 2, [2]string{"$1.50, calls whose price is not known: 2", "1,50 $, Aufrufe, deren Preis nicht bekannt ist: 2"}},
	} {
		for i, l := range []assistant.Language{assistant.English, assistant.German} {
			if got := pages.Cost(wording.In(l), c.micros, c.unpriced); got != c.want[i] {
				t.Errorf("%d in %s: %q, want %q", c.micros, l.Name(), got, c.want[i])
			}
		}
	}
}
