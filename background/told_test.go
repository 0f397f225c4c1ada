package background_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
)

func TestWhereResultsAreToldIsReadInFourLanguages(t *testing.T) {
	for words, want := range map[string][2]string{
		"check the audit and tell me in #ops":                               {"check the audit", "ops"},
		"check the audit, and report to #site-ops.":                         {"check the audit", "site-ops"},
		"check the audit and let us know in #ops":                           {"check the audit", "ops"},
		"check the audit and post the results in <#C0OPS|ops>":              {"check the audit", "C0OPS"},
		"prüfe die Seite und sag es in #betrieb":                            {"prüfe die Seite", "betrieb"},
		"prüfe die Seite und melde mir das in #betrieb":                     {"prüfe die Seite", "betrieb"},
		"vérifie le site et dis-le dans #équipe":                            {"vérifie le site", "équipe"},
		"revisa el sitio y dímelo en #ops":                                  {"revisa el sitio", "ops"},
		"revisa el sitio y avísame en #ops":                                 {"revisa el sitio", "ops"},
		"check the audit and tell me":                                       {"check the audit and tell me", ""},
		"look at what was written in #ops":                                  {"look at what was written in #ops", ""},
		"write a post about the summer and publish it in the blog category": {"write a post about the summer and publish it in the blog category", ""},
	} {
		if rest, channel := background.SplitTold(words); rest != want[0] || channel != want[1] {
			t.Errorf("%q is read as %q and %q", words, rest, channel)
		}
	}
}

func TestAnotherPlaceToReportToIsAChangeOfATask(t *testing.T) {
	now := time.Date(2026, 11, 22, 16, 40, 0, 0, time.UTC)
	b := assistant.BackgroundTask{Kind: assistant.BackgroundRecurring, Title: "Audit", Prompt: "check", Schedule: "0 9 * * *", Zone: "UTC", Overlap: assistant.OverlapSkip, Conversation: "here", Due: now.Add(time.Hour)}
	for _, words := range []string{"tell me in #ops", "Report to #ops instead", "sag es in #ops", "dis-le dans #ops", "dímelo en #ops"} {
		e, err := background.ReadEdit(b, words, now, "here")
		if err != nil || e.Channel != "ops" {
			t.Errorf("%q is read as %+v, %v", words, e, err)
			continue
		}
		again, err := background.ReadEdit(b, e.Words("UTC"), now, "here")
		if err != nil || !reflect.DeepEqual(again, e) {
			t.Errorf("%q says %+v again, %v", e.Words("UTC"), again, err)
		}
		wanted, err := e.Of(b, now)
		if err != nil || wanted.Told != "#ops" {
			t.Errorf("it becomes %+v, %v", wanted, err)
		}
		if back, err := (background.Edit{Conversation: "here"}).Of(wanted, now); err != nil || back.Told != "" {
			t.Errorf("told here again it is %+v, %v", back, err)
		}
	}
}
