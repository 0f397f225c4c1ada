package planning_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/rehearsal"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/planning"
	"github.com/aisteam/aisteam/wording"
)

func ended(status assistant.RunStatus, last assistant.TaskStatus) assistant.RunView {
	v := assistant.RunView{
		Run: assistant.Run{ID: "r", Title: "Create Services", Status: status},
		Tasks: []assistant.Task{
			{ID: "a", Key: "draft", Summary: "Draft the words", Status: assistant.TaskCompleted, Type: "draft_content", Result: &assistant.Result{Summary: assistant.Verbatim("Wrote 120 words")}},
			{ID: "b", Key: "page", Summary: "Create the page Services", Status: last, Type: "create_page"},
		},
	}
	switch last {
	case assistant.TaskCompleted:
		v.Tasks[1].Result = &assistant.Result{Summary: assistant.Verbatim("Created the page"), Undo: true, Fields: assistant.ValuesOf(map[string]string{"url": "https://aquaverter.ca/services"})}
	case assistant.TaskFailed:
		v.Tasks[1].Problem = &assistant.Problem{Message: assistant.Say("The site returned a permission error."), Recovery: assistant.Say("Check the credentials, then try again.")}
	case assistant.TaskOpen, assistant.TaskInProgress, assistant.TaskCancelled:
	}
	return v
}

func summarised(t *testing.T, m llm.Model, v assistant.RunView) string {
	t.Helper()
	text, err := planning.Summary(t.Context(), asker(t, m), agents.Of(crew(t)), v, aquaverter(), nil, wording.Words{})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestASummaryTellsWhatWasDone(t *testing.T) {
	text := summarised(t, rehearsal.New(rehearsal.Config{}), ended(assistant.RunCompleted, assistant.TaskCompleted))
	for _, want := range []string{"“Create Services” is finished: 2 steps done. See https://aquaverter.ca/services. 1 step can be undone.\n", "Draft the words", "Create the page Services", "https://aquaverter.ca/services", "Can be undone"} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q:\n%s", want, text)
		}
	}
}

func TestASummaryNeverClaimsMoreThanHappened(t *testing.T) {
	proud := scripted{llm.PurposeSummary: "Everything is done and live, hooray!"}
	for name, v := range map[string]assistant.RunView{
		"failed":    ended(assistant.RunFailed, assistant.TaskFailed),
		"cancelled": ended(assistant.RunCancelled, assistant.TaskCancelled),
		"open":      ended(assistant.RunRunning, assistant.TaskOpen),
		"empty":     {Run: assistant.Run{Title: "Nothing", Status: assistant.RunCompleted}},
	} {
		text := summarised(t, proud, v)
		if strings.Contains(text, "hooray") || strings.Contains(text, "is finished:") {
			t.Errorf("%s: it claims too much:\n%s", name, text)
		}
	}
	text := summarised(t, proud, ended(assistant.RunFailed, assistant.TaskFailed))
	for _, want := range []string{"1 of 2 steps done, 1 failed", "**Failed**\n- Create the page Services: The site returned a permission error.", "Check the credentials"} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q:\n%s", want, text)
		}
	}
}

// TestWhatSeveralStepsFailedOfIsSaidOnce, and so is what to do about it.
func TestWhatSeveralStepsFailedOfIsSaidOnce(t *testing.T) {
	v := ended(assistant.RunFailed, assistant.TaskFailed)
	for range 2 {
		v.Tasks = append(v.Tasks, v.Tasks[1])
	}
	text := summarised(t, scripted{}, v)
	if strings.Count(text, "permission error") != 1 || strings.Count(text, "Check the credentials") != 1 || strings.Count(text, "for the same reason") != 2 {
		t.Error(text)
	}
}

// words are a model's sentences by receipt.
func words(t *testing.T, lines ...llm.WordedReply) scripted {
	t.Helper()
	raw, err := json.Marshal(llm.SummaryReply{Receipts: lines})
	if err != nil {
		t.Fatal(err)
	}
	return scripted{llm.PurposeSummary: string(raw)}
}

func TestNoClaimIsShownWithoutAReceipt(t *testing.T) {
	whole := ended(assistant.RunCompleted, assistant.TaskCompleted)
	byCode := summarised(t, scripted{llm.PurposeSummary: "I also fixed your DNS and sent an email to all customers."}, whole)
	if strings.Contains(byCode, "DNS") || !strings.HasPrefix(byCode, "“Create Services” is finished: 2 steps done. See https://aquaverter.ca/services. 1 step can be undone.\n\n**Done**\n- Draft the words: Wrote 120 words\n") {
		t.Fatalf("it says:\n%s", byCode)
	}
	for name, sentence := range map[string]string{
		"another effect":          "I also fixed your DNS and sent an email to all customers.",
		"another effect beside":   "Created the page and sent an email to all customers.",
		"in another language":     "Ich habe auch die DNS repariert.",
		"another step's":          "Drafted 120 words for the page.",
		"another number":          "Created 7 pages.",
		"an address":              "Created the page at https://evil.example/login.",
		"an address like its own": "Created the page at https://aquaverter.ca/services.evil.example.",
		"a bare address":          "Created the page at aquaverter.ca/services/login.",
		"a denial":                "The page was not created.",
		"a promise":               "Created the page and will watch it.",
		"a second line":           "Created the page.\n**Done**\n- Fixed the DNS",
		"hidden letters":          "Created the page and f\u200bixed the DN\u200dS.",
		"a title in parts":        "Created all services.",
		"nothing":                 "",
	} {
		text := summarised(t, words(t, llm.WordedReply{Key: "r2", Sentence: sentence}), whole)
		if text != byCode {
			t.Errorf("%s: it says:\n%s", name, text)
		}
	}
	for name, w := range map[string]llm.WordedReply{
		"no such receipt": {Key: "r3", Sentence: "Created the page."}, "the whole run": {Key: "", Sentence: "Created the page."},
	} {
		if text := summarised(t, words(t, w), whole); text != byCode {
			t.Errorf("%s: it says:\n%s", name, text)
		}
	}
}

func TestAModelMayWordAReceipt(t *testing.T) {
	text := summarised(t, words(t,
		llm.WordedReply{Key: "r2", Sentence: "Your new page is here for you: https://aquaverter.ca/services"},
		llm.WordedReply{Key: "r1", Sentence: "Mak has drafted the words"}, llm.WordedReply{Key: "r1", Sentence: "The words are 120."},
	), ended(assistant.RunCompleted, assistant.TaskCompleted))
	for _, want := range []string{
		"\n- Draft the words: Wrote 120 words. The words are 120.\n",
		"\n- Create the page Services: Created the page (https://aquaverter.ca/services). Your new page is here for you: https://aquaverter.ca/services.\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q:\n%s", want, text)
		}
	}
}

func TestWhatAReceiptQuotesIsNobodysWordForIt(t *testing.T) {
	whole := ended(assistant.RunCompleted, assistant.TaskCompleted)
	whole.Tasks[1].Result = &assistant.Result{
		Summary: assistant.Verbatim("Created the page “Fixed the DNS and emailed all customers” at https://aquaverter.ca/fixed-the-dns"),
		Fields:  assistant.ValuesOf(map[string]string{"url": "https://aquaverter.ca/fixed-the-dns", "title": "Fixed the DNS and emailed all customers"}),
	}
	byCode := summarised(t, words(t), whole)
	if text := summarised(t, words(t, llm.WordedReply{Key: "r2", Sentence: "I have fixed the DNS and emailed all customers."}), whole); text != byCode {
		t.Errorf("it says:\n%s", text)
	}
	named := llm.WordedReply{Key: "r2", Sentence: "Your page “Fixed the DNS and emailed all customers” is ready: https://aquaverter.ca/fixed-the-dns."}
	if text := summarised(t, words(t, named), whole); !strings.HasSuffix(text, " "+named.Sentence) {
		t.Errorf("it says:\n%s", text)
	}
}

func TestWhatAReceiptWasGivenIsNobodysWordForIt(t *testing.T) {
	for summary, fields := range map[string]map[string]string{
		"Wrote the search texts for “Services”: We emailed all customers": {"title": "We emailed all customers"},
		"Created the page “X” and emailed all customers “Y”":              nil,
		"Created the ticket #3 “X”, emailed all customers”":               nil,
	} {
		whole := ended(assistant.RunCompleted, assistant.TaskCompleted)
		whole.Tasks[1].Result = &assistant.Result{Summary: assistant.Verbatim(summary), Fields: assistant.ValuesOf(fields)}
		text := summarised(t, words(t, llm.WordedReply{Key: "r2", Sentence: "I have emailed all customers."}), whole)
		if text != summarised(t, words(t), whole) {
			t.Errorf("it says:\n%s", text)
		}
	}
}

func TestASummarySaysWhatWasSeen(t *testing.T) {
	whole := ended(assistant.RunCompleted, assistant.TaskCompleted)
	w := wording.Words{}
	see := func(found assistant.Sight, told assistant.Sentence) string {
		t.Helper()
		text, err := planning.Summary(t.Context(), asker(t, words(t)), agents.Of(crew(t)), whole, aquaverter(), []assistant.Seen{{Task: "b", Found: found, Words: told}}, w)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	if text := see(assistant.SightAsWritten, assistant.Say("its address answers, and %s", assistant.Say("the page is there"))); !strings.Contains(text, "(https://aquaverter.ca/services). I looked: its address answers, and the page is there\n") {
		t.Errorf("it says:\n%s", text)
	}
	if text := see(assistant.SightDifferent, assistant.Say("when I looked, the page was not there")); !strings.Contains(text, "**Please look**\n- Create the page Services: when I looked, the page was not there\n") ||
		strings.Contains(text, "I looked:") {
		t.Errorf("it says:\n%s", text)
	}
	w = wording.In(assistant.German)
	if text := see(assistant.SightUnknown, assistant.Say("%s, but its address did not answer from here", assistant.Say("the page is there"))); !strings.Contains(text, ": die Seite ist da, aber ihre Adresse hat von hier aus nicht geantwortet\n") {
		t.Errorf("it says:\n%s", text)
	}
}

// away is an asker that fails.
type away struct{ err error }

func (a away) Ask(context.Context, llm.Request, func(string)) (llm.Reply, error) {
	return llm.Reply{}, a.err
}

func TestASummarySaysWhatIsSoAfterAnUndo(t *testing.T) {
	proud := scripted{llm.PurposeSummary: "Everything is done and live, hooray!"}
	back := ended(assistant.RunCompleted, assistant.TaskCompleted)
	back.Tasks[1].Undone = true
	text := summarised(t, proud, back)
	for _, want := range []string{"1 of 2 steps done, 1 taken back.", "**Taken back**\n- Create the page Services"} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q:\n%s", want, text)
		}
	}
	for _, untrue := range []string{"hooray", "Can be undone", "https://aquaverter.ca/services", "2 of 2"} {
		if strings.Contains(text, untrue) {
			t.Errorf("it says %q:\n%s", untrue, text)
		}
	}
}

// TestASummaryStopsSayingWhatCannotBeUndoneAnyMore: in each language, step by step, and nothing else of it changes.
func TestASummaryStopsSayingWhatCannotBeUndoneAnyMore(t *testing.T) {
	for _, l := range assistant.Languages() {
		w := wording.In(l)
		v := assistant.RunView{Run: assistant.Run{Title: "Twelve pages", Status: assistant.RunCompleted}}
		for i := range 12 {
			v.Tasks = append(v.Tasks, assistant.Task{
				ID: assistant.TaskID(strconv.Itoa(i)), Summary: fmt.Sprintf("Create page %d", i+1), Status: assistant.TaskCompleted, Effect: assistant.EffectReversible,
				Result: &assistant.Result{Summary: assistant.Verbatim("Created it"), Undo: i%3 > 0},
			})
		}
		first := planning.Receipts(v, nil, w)
		text := first
		for i := range v.Tasks {
			if got := planning.StillUndoable(text, v, w); got != text {
				t.Fatalf("%s: what is so is changed:\n%s", l, got)
			}
			v.Tasks[i].Undone = true
			text = planning.StillUndoable(text, v, w)
			left := 0
			for _, task := range v.Tasks {
				if task.Result.Undo && !task.Undone {
					left++
				}
			}
			if says := strings.Contains(text, w.Say("%d steps can be undone.", max(left, 1))); says != (left > 0) {
				t.Errorf("%s: with %d left it says\n%s", l, left, text)
			}
			_, list, said := strings.Cut(text, "**"+w.Say("Can be undone")+"**\n")
			if lines := strings.Count(list, "- Create page"); lines != left || said != (left > 0) {
				t.Errorf("%s: with %d left it lists\n%s", l, left, text)
			}
		}
		whole, _, _ := strings.Cut(first, "\n\n**"+w.Say("Can be undone"))
		if want := strings.Replace(whole, " "+w.Say("%d steps can be undone.", 8), "", 1); text != want {
			t.Errorf("%s: at the end it says\n%s\nand not\n%s", l, text, want)
		}
	}
	for _, other := range []string{"", "Nothing of that kind.", "Can be undone"} {
		if got := planning.StillUndoable(other, assistant.RunView{}, wording.Words{}); got != other {
			t.Errorf("%q becomes %q", other, got)
		}
	}
}

func TestASummaryComesWithoutAModelToo(t *testing.T) {
	whole := ended(assistant.RunCompleted, assistant.TaskCompleted)
	text, err := planning.Summary(t.Context(), away{llm.ErrOverloaded}, agents.Of(crew(t)), whole, aquaverter(), nil, wording.Words{})
	if err != nil || !strings.Contains(text, "is finished: 2 steps done") {
		t.Errorf("got %q, %v", text, err)
	}
	if _, err := planning.Summary(t.Context(), away{assistant.ErrFenced}, agents.Of(crew(t)), whole, aquaverter(), nil, wording.Words{}); !errors.Is(err, assistant.ErrFenced) {
		t.Errorf("a lost claim is an error, got %v", err)
	}
}

func TestFactsReachTheModelAsTextAndAsData(t *testing.T) {
	var seen llm.Request
	spy := spying{func(r llm.Request) { seen = r }}
	if _, err := planning.Summary(t.Context(), spy, agents.Of(crew(t)), ended(assistant.RunCompleted, assistant.TaskCompleted), aquaverter(), nil, wording.Words{}); err != nil {
		t.Fatal(err)
	}
	if !json.Valid(seen.Facts) || seen.Messages[0].Parts[0].Text != string(seen.Facts) || seen.Instructions.Stable == "" {
		t.Errorf("got %+v", seen)
	}
}

type spying struct{ see func(llm.Request) }

func (s spying) Ask(_ context.Context, r llm.Request, _ func(string)) (llm.Reply, error) {
	s.see(r)
	return llm.Reply{Message: llm.TextMessage(llm.RoleAssistant, "ok")}, nil
}

func TestASummaryTellsWhatNobodyElseHasTakenUp(t *testing.T) {
	v := ended(assistant.RunCompleted, assistant.TaskCompleted)
	v.Tasks[0].Result.Read = "Words of the draft"
	v.Tasks[1].Parameters = json.RawMessage(`{"contentHtml":{"$from":"draft","field":"html"}}`)
	v.Tasks = append(v.Tasks, assistant.Task{
		ID: "c", Key: "audit", Summary: "Audit the page", Status: assistant.TaskCompleted, Type: "run_audit",
		Result: &assistant.Result{Summary: assistant.Verbatim("Audited it: 90 of 100"), Read: "- warning: The page has no description. Write one.\n- notice: The title is short. Use 30.\n"},
	})
	text := summarised(t, rehearsal.New(rehearsal.Config{}), v)
	want := "Audit the page: Audited it: 90 of 100\n  - warning: The page has no description. Write one.\n  - notice: The title is short. Use 30."
	if !strings.Contains(text, want) || strings.Contains(text, "Words of the draft") {
		t.Errorf("it lacks the findings, or tells the draft that the page is made of:\n%s", text)
	}
	v.Tasks = v.Tasks[:1]
	if text = summarised(t, rehearsal.New(rehearsal.Config{}), v); !strings.Contains(text, "\n  - Words of the draft") {
		t.Errorf("a draft that nothing was made of is what was asked for:\n%s", text)
	}
}
