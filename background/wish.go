package background

import (
	"cmp"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background/schedule"
	"github.com/aisteam/aisteam/wording"
)

// Wish is a background task as somebody asks for it. Of Schedule, At and Event one is given.
type Wish struct {
	Title    string
	Prompt   string
	Schedule string // words, or five fields of cron
	At       string // words, or ISO 8601
	Event    bool   // it begins when its hook is called
	Until    string // words of an end, “” where there is none; a schedule can say so, too
	Zone     string // IANA; "" is UTC
	Silent   bool   // what is not new is not told; a prompt can say so, too
	Allow    string // words of what it may do without asking; a prompt can say so, too
	Agreed   bool   // At is a moment that people have agreed to: one that has passed since is now
	Overlap  string // "" is what the prompt says of it; where that says nothing, a time is left out while the one before is at work

	Language assistant.Language // of whoever asks
}

// Spoken is the language that its results are told in where nothing else was said: that of the prompt, else that of whoever asks.
func (w Wish) Spoken() assistant.Language { return cmp.Or(wording.Heard(w.Prompt), w.Language) }

// AtOnce tells whether it is to be done now: that is said, or nothing is said of a time.
func (w Wish) AtOnce() bool {
	return !w.Event && w.Schedule == "" && (w.At == "" || schedule.AtOnce(w.At))
}

// Task reads a wish: when it is due is worked out, and what cannot be is refused with a way on. Whose it is, and where, callers
// say.
func (w Wish) Task(now time.Time) (assistant.BackgroundTask, error) {
	w = w.there()
	w.Prompt, _ = CutAllow(w.Prompt)
	b := assistant.BackgroundTask{Title: titled(w.Title, w.Prompt), Prompt: strings.TrimSpace(w.Prompt), Silent: w.Silent || Silent(w.Prompt), Overlap: cmp.Or(assistant.Overlap(w.Overlap), SaidOverlap(w.Prompt))}
	zone, err := schedule.Zone(w.Zone)
	if err != nil {
		return b, err
	}
	b.Zone = zone.String()
	if err := prompted(b.Prompt); err != nil {
		return b, err
	}
	every, end := cutEnd(w.Schedule, w.Zone, now)
	w.Schedule = every
	switch {
	case (w.Schedule != "") == (w.At != "") && !w.Event:
		return b, assistant.BadInput(assistant.Say("It is not said when this is to be done."), assistant.Say("Say it like “every weekday at 9” or “tomorrow at 9”."))
	case w.Event && w.Schedule+w.At != "":
		return b, assistant.BadInput(assistant.Say("An automation begins by the clock or by its hook, not by both."), assistant.Say("Make two of them."))
	case w.Event:
		b.Kind = assistant.BackgroundEvent
		b.Overlap = cmp.Or(b.Overlap, assistant.OverlapQueue)
	case w.Schedule != "":
		b.Kind = assistant.BackgroundRecurring
		b.Overlap = cmp.Or(b.Overlap, assistant.OverlapSkip)
		err = recurring(w, now, &b)
	default:
		b.Kind, b.Overlap = assistant.BackgroundOnce, assistant.OverlapQueue
		b.Due, err = w.once(now)
	}
	if end := cmp.Or(w.Until, end); err == nil && end != "" {
		err = endOf(end, now, &b)
	}
	if err == nil && !b.Overlap.Valid() {
		err = assistant.BadInput(assistant.Say("“%s” is no way to go on while the time before is at work.", w.Overlap), assistant.Say("Say skip, queue or replace."))
	}
	return b, err
}

// once is when what is due once is due.
func (w Wish) once(now time.Time) (time.Time, error) {
	if at, err := time.Parse(time.RFC3339, w.At); err == nil && w.Agreed && at.Before(now) {
		return at, nil
	}
	return schedule.Once(w.At, w.Zone, now)
}

// Allows are what the task may do without asking, as the wish says or its prompt; its tools are not known yet.
func (w Wish) Allows(now time.Time) ([]Allow, error) {
	said := w.Allow
	if _, cut := CutAllow(w.Prompt); said == "" {
		said = cut
	}
	if said == "" {
		return nil, nil
	}
	return ReadAllows(said, w.Zone, now)
}

func endOf(words string, now time.Time, b *assistant.BackgroundTask) error {
	end, err := ReadEnd(words, b.Zone, now)
	if err != nil {
		return err
	}
	return end.of(b)
}

// recurring reads a schedule, and refuses what is due too often.
func recurring(w Wish, now time.Time, b *assistant.BackgroundTask) error {
	s, err := schedule.New(w.Schedule, w.Zone, now)
	if err != nil {
		return err
	}
	if s.Shortest(now) < assistant.BackgroundShortest {
		return assistant.BadInput(assistant.Say("An automation may be due every %d minutes at most, and this one is due more often.", int(assistant.BackgroundShortest.Minutes())),
			assistant.Say("Let more time pass in between."))
	}
	b.Schedule = s.Cron()
	b.Due, _ = s.Next(now)
	return nil
}

func prompted(prompt string) error {
	switch n := len([]rune(prompt)); {
	case n == 0:
		return assistant.BadInput(assistant.Say("It is not said what is to be done."), assistant.Say("Say what I shall do when it is due."))
	case n > assistant.BackgroundPromptLimit:
		return assistant.BadInput(assistant.Say("What is to be done may be said in %d characters, and this has %d.", assistant.BackgroundPromptLimit, n), assistant.Say("Say it in fewer words."))
	}
	return nil
}

// titled is a task's title: the first words of its prompt where nobody gave one.
func titled(title, prompt string) string {
	title = strings.Join(strings.Fields(cmp.Or(strings.TrimSpace(title), prompt)), " ")
	const short = 60
	if r := []rune(title); len(r) > short {
		title = strings.TrimRight(string(r[:short-1]), " ,;:") + "…"
	}
	return title
}
