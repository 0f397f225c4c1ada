package agents_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

// numbered are so many actions of one card.
func numbered(n int) []assistant.Subject {
	var out []assistant.Subject
	for i := range n {
		out = append(out, assistant.Subject{Kind: assistant.SubjectApproval, Title: fmt.Sprintf("Create a ticket %c", 'A'+i), Number: i + 1, Card: "r", Approval: i})
	}
	return out
}

// written is what was decided: a sign for each subject, + for yes, - for no, . for nothing.
func written(ds []agents.Decided, ok bool, of int) string {
	if !ok {
		return ""
	}
	out := strings.Split(strings.Repeat(".", of), "")
	for _, d := range ds {
		out[d.Subject] = map[agents.Intent]string{agents.ReplyYes: "+", agents.ReplyNo: "-"}[d.Intent]
	}
	return strings.Join(out, "")
}

func TestWordsDecideOnTheNumberedActionsOfACard(t *testing.T) {
	for text, want := range map[string]string{
		"yes to the first, not the second":        "+-.",
		"yes to 1 and 3, no to 2":                 "+-+",
		"yes to the first one, no to the rest":    "+--",
		"no to the second":                        ".-.",
		"yes, the third":                          "..+",
		"the first: yes, the second: no":          "+-.",
		"1 yes, 2 no, 3 yes":                      "+-+",
		"#2 ok":                                   ".+.",
		"the first and the third yes":             "+.+",
		"yes to all":                              "+++",
		"approve them all":                        "+++",
		"yes to all 3":                            "+++",
		"no to all":                               "---",
		"yes to all, but not the second":          "+-+",
		"ja zum ersten, nein zum zweiten":         "+-.",
		"ja zu allen":                             "+++",
		"das erste ja, das zweite nicht":          "+-.",
		"oui au premier, non au deuxième":         "+-.",
		"oui pour tous":                           "+++",
		"sí al primero, no al segundo":            "+-.",
		"sí a todos":                              "+++",
		"yes to all but the second":               "",
		"alles klar":                              "",
		"alles klar, danke":                       "",
		"approve 1 and 2 no way":                  "",
		"yes to all except the second":            "",
		"yes":                                     "",
		"no":                                      "",
		"the second one":                          "",
		"yes to the fourth":                       "",
		"yes to 1, no to 1":                       "",
		"no, the other one":                       "",
		"yes to the first?":                       "",
		"yes to both":                             "",
		"only the first":                          "",
		"yes to the first, but make it shorter":   "",
		"create a second page and a third":        "",
		"all good":                                "",
		"what about the second, is it reversible": "",
		"yes to all 2":                            "",
		"stop all":                                "",
		"yes to 1, 2 and 3":                       "+++",
		"1 and 3: yes":                            "+.+",
		"yes to number 2 please":                  ".+.",
		"ja zur Nummer 2, danke":                  ".+.",
		"Yes please, to all":                      "+++",
		"yes to all of them":                      "+++",
		"ok to 2":                                 ".+.",
		"ok, one second":                          "",
		"sure, a second":                          "",
		"ok thanks, second":                       "",
		"ok 1 second":                             "",
		"yes, 2 first":                            "",
		"ok, first":                               "",
		"yes but first":                           "",
		"first of all yes":                        "",
		"ok 3 of them":                            "",
		"yes, them":                               "",
		"> yes to all":                            "",
		"`yes to 2`":                              "",
		"~yes to 2~":                              "",
		"yes to 2？":                               "",
		"ok 2":                                    "",
		"yes, 2":                                  "",
		"ok, the second":                          "",
		"yes to first":                            "",
		"yes to 1, one second":                    "",
		"yes to 1, second":                        "",
		"yes to 2 and":                            "",
		"go 2 ahead":                              "",
		"yes to all but the second, please":       "",
		"yes to 2 and, thanks":                    "",
		"yes to 2,":                               "",
		"yes to 2 minutes":                        "",
		"yes to the second half":                  "",
		"si\nel segundo sí":                       "",
	} {
		ds, ok := served().ChooseNumbered(text, numbered(3))
		if got := written(ds, ok, 3); got != want {
			t.Errorf("%q decides %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"yes to both": "++", "both: no": "--", "ja, beide": "++", "les deux: oui": "++", "no a los dos": "--"} {
		ds, ok := served().ChooseNumbered(text, numbered(2))
		if got := written(ds, ok, 2); got != want {
			t.Errorf("%q decides %q, want %q", text, got, want)
		}
	}
}

func TestNumbersMeanNothingWhereTheyCouldMeanSeveralThings(t *testing.T) {
	two := append(numbered(2), numbered(2)...)
	two[2].Card, two[3].Card = "another", "another"
	for name, open := range map[string][]assistant.Subject{"nothing": nil, "one": numbered(1), "two cards": two, "no numbers": {approval("A"), approval("B")}} {
		if ds, ok := served().ChooseNumbered("yes to the first", open); ok {
			t.Errorf("%s: %+v", name, ds)
		}
	}
}

func TestWhatIsSaidOfAllNamesNothing(t *testing.T) {
	ds, _ := served().ChooseNumbered("yes to all", numbered(2))
	for _, d := range ds {
		if d.Named {
			t.Errorf("%+v", d)
		}
	}
	if ds, _ = served().ChooseNumbered("yes to the second", numbered(2)); len(ds) != 1 || !ds[0].Named {
		t.Errorf("%+v", ds)
	}
}
