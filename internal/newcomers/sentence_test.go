package main

import (
	"slices"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

func TestTheSentencesAreAHundredInFourLanguagesAndNoneMayEndInADeadEnd(t *testing.T) {
	if n, more := len(Read(sentences)), len(Read(strangers)); n < 100 || more < 60 {
		t.Errorf("there are %d and %d", n, more)
	}
	all := append(Read(sentences), Read(strangers)...)
	spoken := map[assistant.Language]int{}
	for _, s := range all {
		spoken[wording.Heard(s.Written)]++
		if !slices.ContainsFunc(s.Holds, func(either []string) bool {
			return slices.ContainsFunc(either, func(w string) bool { return w == "<next>" || w == "<plan>" || w == "<question>" })
		}) {
			t.Errorf("%q may be answered by a dead end", s.Written)
		}
	}
	for _, l := range assistant.Languages() {
		if spoken[l] < 8 {
			t.Errorf("%d are in %s", spoken[l], l.Name())
		}
	}
}

func TestAnAnswerIsRightOnlyWithAllThatItMustHold(t *testing.T) {
	s := Read("hi => welcome|hello; <next>\n# no => line\n")[0]
	for _, c := range []struct {
		answer Answer
		lacks  int
	}{
		{Answer{Text: "What?", Kinds: []string{"said"}}, 2},
		{Answer{Text: "Hello!", Kinds: []string{"said"}}, 1},
		{Answer{Text: "Hello!", Kinds: []string{"said"}, Next: []string{"this"}}, 0},
		{Answer{Text: "What?", Kinds: []string{"said"}, Next: []string{"Hello again"}}, 0}, // what can be pressed is part of it
		{Answer{Text: "Hello, there is no page.\n\nAsk me to create it.", Kinds: []string{"failed"}}, 0},
	} {
		if got := s.Missing(c.answer); len(got) != c.lacks {
			t.Errorf("%q lacks %v", c.answer.Text, got)
		}
	}
}
