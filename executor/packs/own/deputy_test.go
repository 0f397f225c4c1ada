package own_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/packs/own"
	"github.com/aisteam/aisteam/wording"
)

// TestOnePersonAloneIsNamedToDecide, by whoever they are to decide for and in words of theirs; and a name ends what was named, or nothing
// of anybody else.
func TestOnePersonAloneIsNamedToDecide(t *testing.T) {
	until := monday().Add(time.Hour)
	mine := assistant.Delegation{ID: "d", Person: "anna", Delegate: "cleo", Called: "Cleo Maßmann", Until: until}
	hers := assistant.Delegation{ID: "e", Person: "olga", Delegate: "anna", Called: "Anna", Name: "Olga", Until: until}
	over := assistant.Delegation{ID: "f", Person: "anna", Delegate: "cleo", Called: "Cleo Maßmann", Until: monday()}
	for name, c := range map[string]struct {
		said, arguments string
		named           []assistant.Delegation
		changed         string
		says            string
	}{
		"a colleague":              {"let cleo decide till Friday", `{"person":"@Cleo","until":"Friday"}`, nil, "anna names cleo until 2026-11-27T22:59:00Z", "Cleo Maßmann decides for you until"},
		"somebody whom others say": {"yes, do as he says", `{"person":"Cleo","until":"Friday"}`, nil, "", "Say yourself, by name"},
		"a part of another word":   {"Cleopatra was great", `{"person":"Cleo","until":"Friday"}`, nil, "", "Say yourself, by name"},
		"several":                  {"Ben decides for me", `{"person":"Ben","until":"Friday"}`, nil, "", "Several people here are called that: Ben Ott, Ben Zahn."},
		"nobody whom we know":      {"Zacharias decides for me", `{"person":"Zacharias","until":"Friday"}`, nil, "", "I know nobody here who is called “Zacharias”."},
		"without an end":           {"Cleo decides for me", `{"person":"Cleo"}`, nil, "", "Until when shall Cleo Maßmann decide for you?"},
		"who may not":              {"Ben Ott decides for me", `{"person":"Ben Ott","until":"Friday"}`, nil, "", assistant.ErrDeputy.Error()},
		"the end of it":            {"that is over", `{"nobody":true}`, []assistant.Delegation{hers, mine}, "anna ends d", "Cleo Maßmann no longer decides for you. Say “Cleo Maßmann decides for me until"},
		"the end by name":          {"Cleo no longer decides for me", `{"nobody":true,"person":"Cleo"}`, []assistant.Delegation{mine, hers}, "anna ends d", "no longer decides for you."},
		"the end of another":       {"Ben no longer decides for me", `{"nobody":true,"person":"Ben"}`, []assistant.Delegation{mine}, "", "Cleo Maßmann decides for you until"},
		"nothing of others":        {"Anna no longer decides for me", `{"nobody":true,"person":"Anna"}`, []assistant.Delegation{hers}, "", "Nobody decides for you."},
		"nothing that is over":     {"I decide again", `{"nobody":true}`, []assistant.Delegation{over}, "", "Nobody decides for you."},
	} {
		k := &kept{named: c.named}
		said, err := callsSaying(t, k, own.TaskDeputy, c.arguments, assistant.English, c.said)
		if trouble, refused := errors.AsType[*assistant.Trouble](err); refused {
			said = trouble.Problem.Message.String()
		} else if err != nil {
			t.Fatal(err)
		}
		if strings.Join(k.changed, "; ") != c.changed || !strings.Contains(said, c.says) {
			t.Errorf("%s: changed %q, said %q", name, k.changed, said)
		}
	}
	k := &kept{named: []assistant.Delegation{mine, hers}}
	said, err := calls(t, k, own.TaskShow, `{}`, assistant.German)
	if err != nil || !strings.Contains(said, "Cleo Maßmann entscheidet für Sie bis") || !strings.Contains(said, "Sie entscheiden für Olga bis") {
		t.Errorf("%v: %s", err, said)
	}
}

// TestWhatIsSaidToWriteAboutWhoDecidesIsUnderstood in the language in which it is said.
func TestWhatIsSaidToWriteAboutWhoDecidesIsUnderstood(t *testing.T) {
	for _, l := range assistant.Languages() {
		w := wording.In(l)
		if got := understood(t, w.Say("I decide myself again")); got != `name_deputy{"nobody":true}` {
			t.Errorf("in %s the end is read as %s", l, got)
		}
		if got := understood(t, w.Say("%s decides for me until Friday", "Ben Brown")); !strings.HasPrefix(got, `name_deputy{"person":"Ben Brown","until":"`) {
			t.Errorf("in %s naming somebody is read as %s", l, got)
		}
	}
}
