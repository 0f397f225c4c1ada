package rehearsal_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/rehearsal"
)

// TestTheRehearsalReadsWhatWordsChangeOfARun in the plain forms of the four languages, and takes nothing else for one.
func TestTheRehearsalReadsWhatWordsChangeOfARun(t *testing.T) {
	facts := llm.RunChangeFacts{Steps: []llm.RunStepFact{
		{Key: "s1", Run: "Services", Number: 1, Summary: "Draft the words and the layout of the Services page", Does: "draft_content"},
		{Key: "s2", Run: "Services", Number: 2, Summary: "Write the Services page's title and description for search engines", Does: "draft_seo"},
		{Key: "s3", Run: "Services", Number: 3, Summary: "Create the page Services from the drafts", Does: "create_page"},
		{Key: "s4", Run: "Services", Number: 4, Summary: "Audit the new page Services", Does: "run_audit"},
	}}
	type change struct {
		kind  string
		steps []string
	}
	out := func(steps ...string) change { return change{llm.RunChangeLeaveOut, steps} }
	after := func(steps ...string) change { return change{llm.RunChangeStopAt, steps} }
	wait, none := change{llm.RunChangeWait, nil}, change{llm.RunChangeNone, nil}
	for words, want := range map[string]change{
		"Actually, leave out the audit at the end":         out("s4"),
		"leave out the audit":                              out("s4"),
		"leave the audit out, please":                      out("s4"),
		"skip the last step":                               out("s4"),
		"without the audit":                                out("s4"),
		"please drop step 4":                               out("s4"),
		"leave out steps 3 and 4":                          out("s3", "s4"),
		"skip the newsletter":                              out(),
		"stop after this":                                  after(),
		"stop after step 3":                                after("s3"),
		"wait":                                             wait,
		"please pause this":                                wait,
		"lass das Audit am Ende weg":                       out("s4"),
		"Bitte lass den letzten Schritt weg":               out("s4"),
		"ohne das Audit":                                   out("s4"),
		"überspring Schritt 4":                             out("s4"),
		"Lass die Schritte 3 und 4 weg":                    out("s3", "s4"),
		"stopp nach Schritt 3":                             after("s3"),
		"hör nach diesem Schritt auf":                      after(),
		"warte bitte":                                      wait,
		"laisse tomber l'audit":                            out("s4"),
		"sans l'audit":                                     out("s4"),
		"laisse tomber les étapes 3 et 4":                  out("s3", "s4"),
		"saute la dernière étape":                          out("s4"),
		"arrête après l'étape 3":                           after("s3"),
		"attends":                                          wait,
		"omite los pasos 3 y 4":                            out("s3", "s4"),
		"sin el audit":                                     out("s4"),
		"salta el último paso":                             out("s4"),
		"para después del paso 3":                          after("s3"),
		"espera un momento":                                wait,
		"add a picture to the page":                        {llm.RunChangeAlter, nil},
		"no, make it shorter and mention our phone number": none,
		"shorter, please":                                  none,
		"what will the audit cost without the draft?":      none,
		"Create a ticket about the broken footer":          none,
		"how long will this take":                          none,
		"Please create a new webpage called Careers":       none,
		"our opening hours have changed, by the way":       none,
		"is our site up without the audit?":                none,
		"the page looks good without its old picture":      none,
		"remind me tomorrow to skip lunch":                 none,
		"the team has to wait for the printer":             none,
	} {
		facts.Text = words
		raw, err := json.Marshal(facts)
		if err != nil {
			t.Fatal(err)
		}
		var got llm.RunChangeReply
		for e, err := range rehearsal.New(rehearsal.Config{}).Generate(t.Context(), llm.Request{Purpose: llm.PurposeChangeRun, Facts: raw}) {
			if err != nil {
				t.Fatal(err)
			}
			if done, ok := e.(llm.Done); ok {
				if err := json.Unmarshal([]byte(done.Reply.Text()), &got); err != nil {
					t.Fatal(err)
				}
			}
		}
		if got.Change != want.kind || !slices.Equal(got.Steps, want.steps) && len(got.Steps)+len(want.steps) > 0 {
			t.Errorf("%q: %s %v, want %s %v", words, got.Change, got.Steps, want.kind, want.steps)
		}
	}
}
