package assistant_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

// talk is a log that is written message by message.
type talk struct{ log []assistant.Message }

func (k *talk) add(id assistant.MessageID, m assistant.Message) assistant.MessageID {
	m.ID, m.Seq = id, int64(len(k.log)+1)
	k.log = append(k.log, m)
	return id
}

func (k *talk) says(id, instead assistant.MessageID) assistant.MessageID {
	return k.add(id, assistant.Message{Author: assistant.AuthorUser, Kind: assistant.KindMessage, Body: assistant.Said{Replaces: instead}})
}

func (k *talk) came(of assistant.MessageID, b assistant.Body) {
	k.add(assistant.MessageID(fmt.Sprintf("%s/%d", of, len(k.log))), assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Cause: of, Body: b})
}

// TestOnlyWhatWasAnsweredInWordsIsReplaced: of all else that came of words something is to be seen, and it stays with them.
func TestOnlyWhatWasAnsweredInWordsIsReplaced(t *testing.T) {
	for name, c := range map[string]struct {
		came     assistant.Body
		run      assistant.RunID
		replaced bool
	}{
		"nothing yet":              {nil, "", true},
		"a model's answer":         {assistant.Said{}, "", true},
		"the half of an answer":    {assistant.Said{Code: true, Stopped: true}, "", true},
		"what can be gone on with": {assistant.Said{Code: true, Stopped: true, Next: []string{"continue"}}, "", false},
		"thinking":                 {assistant.Thought{}, "", true},
		"routing":                  {assistant.Routed{}, "", true},
		"a failure":                {assistant.Failed{}, "", true},
		"what was read":            {assistant.FileRead{}, "", true},
		"what code answers":        {assistant.Said{Code: true}, "", false},
		"an answer about a run":    {assistant.Said{}, "r", false},
		"thinking about a run":     {assistant.Thought{Run: "r"}, "", false},
		"a question":               {assistant.Asked{}, "", false},
		"a plan in the making":     {assistant.Briefed{}, "", false},
		"a plan":                   {assistant.PlanProposed{}, "", false},
		"a decision on a plan":     {assistant.PlanDecided{}, "", false},
		"an approval":              {assistant.ApprovalRequested{}, "", false},
		"a yes":                    {assistant.ApprovalDecided{}, "", false},
		"a run":                    {assistant.RunStarted{Run: assistant.Run{ID: "r"}}, "", false},
		"a stop":                   {assistant.StopRequested{Run: "r"}, "", false},
		"an undo":                  {assistant.Undone{Run: "r"}, "", false},
		"a channel's project":      {assistant.ChannelBound{}, "", false},
		"an answer to questions":   {assistant.Answered{}, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			var k talk
			k.says("first", "")
			if c.came != nil {
				k.came("first", c.came)
				k.log[1].Run = c.run
			}
			k.says("second", "first")
			all := assistant.ExchangesOf(k.log)
			if got := all.Replaced("first"); got != c.replaced {
				t.Errorf("replaced: %v", got)
			}
			if all.Replaced("second") || !all.Shown("second", "") || all.Shown("first", "") == c.replaced {
				t.Error("not the newest one is shown")
			}
			if all.Shown("second", "first") == c.replaced || !all.Shown("first", "first") {
				t.Error("the one that was chosen is not shown, or not alone where it can be")
			}
		})
	}
}

// TestWhatATurnHasTakenUpIsNotReplaced: the message reached the agent at work, so the result is an answer to it, too.
func TestWhatATurnHasTakenUpIsNotReplaced(t *testing.T) {
	var k talk
	k.says("question", "")
	k.says("steering", "")
	k.came("question", assistant.Thought{Heard: "steering"})
	k.says("anew", "steering")
	all := assistant.ExchangesOf(k.log)
	if all.Replaced("steering") {
		t.Error("what was taken up is out of sight")
	}
	if got := [...]int64{all.Heard("question"), all.Heard("steering"), all.Heard("anew"), all.Heard("other")}; got != [...]int64{2, 2, 4, 0} {
		t.Errorf("heard up to %v", got)
	}
}

// TestVersionsAreCounted: also where the first of them is further up than what was read.
func TestVersionsAreCounted(t *testing.T) {
	var k talk
	k.says("a", "")
	k.says("other", "")
	k.says("b", "a")
	k.says("c", "a")
	want := map[assistant.MessageID]assistant.Version{
		"a": {First: "a", Number: 1, Of: 3, Later: "b", OnlyWords: true},
		"b": {First: "a", Number: 2, Of: 3, Earlier: "a", Later: "c", OnlyWords: true},
		"c": {First: "a", Number: 3, Of: 3, Earlier: "b", OnlyWords: true},
	}
	all := assistant.ExchangesOf(k.log)
	for id, w := range want {
		got, ok := all.Version(id)
		if diff := cmp.Diff(w, got); !ok || diff != "" {
			t.Errorf("%s: %s", id, diff)
		}
	}
	late := assistant.ExchangesOf(k.log[2:])
	for _, id := range []assistant.MessageID{"b", "c"} {
		got, _ := late.Version(id)
		if diff := cmp.Diff(want[id], got); diff != "" {
			t.Errorf("%s: %s", id, diff)
		}
	}
	if v, ok := all.Version("other"); ok {
		t.Errorf("one alone has versions: %+v", v)
	}
}

// TestAnySequenceOfReplacementsIsOneLine: whatever is said anew, in whatever order it is read and however often, one version of a line is
// shown that is only words, whichever is chosen, and what began work always is.
func TestAnySequenceOfReplacementsIsOneLine(t *testing.T) {
	for seed := range uint64(300) {
		draw := rand.New(rand.NewPCG(seed, 27))
		var k talk
		var said []assistant.MessageID
		first, works := map[assistant.MessageID]assistant.MessageID{}, map[assistant.MessageID]bool{}
		for n := range 2 + draw.IntN(14) {
			id := assistant.MessageID(fmt.Sprint("m", n))
			instead := id
			if len(said) > 0 && draw.IntN(3) > 0 {
				instead = first[said[draw.IntN(len(said))]] // storage names the first one
				k.says(id, instead)
			} else {
				k.says(id, "")
			}
			first[id], said = instead, append(said, id)
			if draw.IntN(2) == 0 {
				k.came(said[draw.IntN(len(said))], assistant.Said{})
			}
			if draw.IntN(5) == 0 {
				of := said[draw.IntN(len(said))]
				k.came(of, assistant.Asked{})
				works[of] = true
			}
		}
		read := slices.Concat(k.log, k.log[:draw.IntN(len(k.log))])
		draw.Shuffle(len(read), func(i, j int) { read[i], read[j] = read[j], read[i] })
		all := assistant.ExchangesOf(read)
		for _, chosen := range append([]assistant.MessageID{"", "nobody"}, said...) {
			shown := map[assistant.MessageID]int{}
			for _, id := range said {
				if all.Shown(id, chosen) && !works[id] {
					shown[first[id]]++
				}
				if works[id] && (!all.Shown(id, chosen) || all.Replaced(id)) {
					t.Fatalf("seed %d: of %s came work, and it is out of sight with %q chosen", seed, id, chosen)
				}
				if chosen == "" && all.Replaced(id) == all.Shown(id, "") {
					t.Fatalf("seed %d: %s is shown, and no model reads it, or the other way round", seed, id)
				}
			}
			for line, n := range shown {
				if n > 1 {
					t.Fatalf("seed %d: %d versions of %s are shown with %q chosen", seed, n, line, chosen)
				}
			}
		}
		for _, id := range said {
			line := 0
			for _, other := range said {
				if first[other] == first[id] {
					line++
				}
			}
			if v, ok := all.Version(id); ok != (line > 1) || ok && v.Of != line {
				t.Fatalf("seed %d: %s is one of %d, and counted as %+v", seed, id, line, v)
			}
		}
	}
}
