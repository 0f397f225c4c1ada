package view

import (
	"slices"

	"github.com/aisteam/aisteam/wording"
)

// Answers are questions with their answers.
type Answers struct {
	In    wording.Words
	Items []Answer
}

// Answer is a question with its answer; an answer to all of them at once has no question.
type Answer struct {
	Question, Answer string
	Own              bool // it is a person's own words, and none of the options
}

func (a Answers) says() bool { return len(a.Items) > 0 }

func (a Answers) safe(s safe) Section {
	a.Items = slices.Clone(a.Items)
	for i := range a.Items {
		one := &a.Items[i]
		one.Question = s.words(one.Question)
		if !one.Own {
			one.Answer = s.words(one.Answer)
		}
	}
	return a
}
