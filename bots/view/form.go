package view

import (
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// Form is questions that are still open.
type Form struct {
	In        wording.Words
	Questions []Question
}

// Question is one question of a form.
type Question struct {
	In           wording.Words
	Key          string // that its answer is told by
	Text, Reason string
	Options      []Choice
	Default      string // what is taken where it is left open, in words; "" for nothing
	Free         bool   // own words answer it too
}

// Choice is one of several. Its value is what is told, and is nobody's to read.
type Choice struct {
	Label, Description, Value string
	Taken                     bool // where nothing is chosen
}

func (f Form) says() bool { return len(f.Questions) > 0 }

// safe leaves the values as they are: they are what an answer is told by.
func (f Form) safe(s safe) Section {
	f.Questions = slices.Clone(f.Questions)
	for i := range f.Questions {
		q := &f.Questions[i]
		q.Text, q.Reason, q.Default, q.Options = s.words(q.Text), s.words(q.Reason), s.words(q.Default), s.choices(q.Options)
	}
	return f
}

func (s safe) choices(all []Choice) []Choice {
	out := slices.Clone(all)
	for i := range out {
		out[i].Label, out[i].Description = s.words(out[i].Label), s.words(out[i].Description)
	}
	return out
}

func question(q assistant.Question, w wording.Words) Question {
	out := Question{
		In: w, Key: q.Key, Text: bots.OneLine(q.Text), Reason: bots.OneLine(q.Reason),
		Default: bots.OneLine(LabelOf(q, q.Default)), Free: q.Free,
	}
	for _, o := range q.Options {
		out.Options = append(out.Options, Choice{Label: bots.OneLine(Label(o)), Description: bots.OneLine(o.Description), Value: o.Value, Taken: o.Value == q.Default})
	}
	return out
}

// LabelOf is what people call a value of a question.
func LabelOf(q assistant.Question, value string) string {
	for _, o := range q.Options {
		if o.Value == value && o.Label != "" {
			return o.Label
		}
	}
	return value
}

// Label is what people call an option.
func Label(o assistant.Option) string {
	if o.Label != "" {
		return o.Label
	}
	return o.Value
}

// LeftToMe says what is taken where nothing is answered; "" where nothing is.
func (q Question) LeftToMe() string {
	if q.Default == "" {
		return ""
	}
	return q.In.Say("If you leave it to me: %s", q.Default)
}

// IfEmpty says the same of an input in a form.
func IfEmpty(w wording.Words, taken string) string { return w.Say("If you leave it empty: %s", taken) }
