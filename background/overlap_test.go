package background_test

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
)

func TestWhatHappensWhileTheTimeBeforeIsAtWorkIsSaidInWords(t *testing.T) {
	for prompt, want := range map[string]assistant.Overlap{
		"check the audit; if it still runs, skip it":                               assistant.OverlapSkip,
		"check the audit, and skip this time if the last run is still at work":     assistant.OverlapSkip,
		"prüfe die Seite; wenn sie noch läuft, überspring sie":                     assistant.OverlapSkip,
		"vérifie le site ; s’il tourne encore, saute-le":                           assistant.OverlapSkip,
		"revisa la página; si todavía está en marcha, sáltala":                     assistant.OverlapSkip,
		"check the audit. If it's still running, queue it.":                        assistant.OverlapQueue,
		"prüfe die Seite; falls das Mal davor noch läuft, dann stell es hinten an": assistant.OverlapQueue,
		"vérifie le site, mets-la en file d'attente si elle est toujours en cours": assistant.OverlapQueue,
		"revisa la página; si sigue en curso, ponla en cola":                       assistant.OverlapQueue,
		"check the audit, start over when the previous one is still going":         assistant.OverlapReplace,
		"prüfe die Seite und fang neu an, wenn es noch läuft":                      assistant.OverlapReplace,
		"vérifie le site ; si la fois d’avant est encore en cours, recommence":     assistant.OverlapReplace,
		"revisa la página; si aún está en curso, vuelve a empezar":                 assistant.OverlapReplace,
		"check whether the export still runs, and restart it":                      "",
		"skip the menu and check the audit":                                        "",
		"if the shop is still running, queue the orders":                           "",
		"if it still runs, skip it; if it still runs, queue it":                    "",
	} {
		if got := background.SaidOverlap(prompt); got != want {
			t.Errorf("%q: %q, want %q", prompt, got, want)
		}
	}
}

func TestATaskIsMadeWithWhatItsRequestSaysOfTheTimeBefore(t *testing.T) {
	for _, c := range []struct {
		wish background.Wish
		want assistant.Overlap
	}{
		{background.Wish{Prompt: "check it; if it still runs, queue it", Schedule: "every hour"}, assistant.OverlapQueue},
		{background.Wish{Prompt: "check it; if it still runs, queue it", Schedule: "every hour", Overlap: "replace"}, assistant.OverlapReplace},
		{background.Wish{Prompt: "check it", Schedule: "every hour"}, assistant.OverlapSkip},
		{background.Wish{Prompt: "check it; if it still runs, skip it", Event: true}, assistant.OverlapSkip},
	} {
		if b, err := c.wish.Task(noon); err != nil || b.Overlap != c.want {
			t.Errorf("%+v: %q, %v", c.wish, b.Overlap, err)
		}
	}
}
