package background

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Setting is what somebody wants to be different about when a task works and what it is called, part by part. What is empty stays as it is.
type Setting struct {
	Title               string
	When                string // words, or five fields of cron, or a time of day, or ISO 8601
	Zone                string // IANA, or a place whose clock it is
	Until               string // words of an end
	Overlap             assistant.Overlap
	EveryTime, OnlyNews bool // when its results are told
}

// Edit reads it. What is not understood refuses the whole.
func (s Setting) Edit(b assistant.BackgroundTask, now time.Time) (e Edit, err error) {
	if s.Title != "" {
		e.Title = titled(s.Title, "")
	}
	if s.Zone != "" {
		if err = readZone(s.Zone, &e); err != nil {
			return e, err
		}
		b.Zone = e.Zone // what is said with it is by that clock
	}
	if s.Until != "" {
		read, err := readEnd(b, s.Until, now, &e)
		if err == nil && !read {
			err = unreadEdit(s.Until)
		}
		if err != nil {
			return e, err
		}
	}
	if s.When != "" {
		if err = readTime(b, endsForm().ReplaceAllString(s.When, ""), now, &e); err != nil {
			return e, err
		}
	}
	if e.Overlap = s.Overlap; s.EveryTime || s.OnlyNews {
		e.Silent = &s.OnlyNews
	}
	return e, nil
}

// Undoing is the edit that makes a task what it was.
func Undoing(was, is assistant.BackgroundTask) (e Edit) {
	if was.Title != is.Title {
		e.Title = was.Title
	}
	if was.Zone != is.Zone {
		e.Zone = was.Zone
	}
	switch {
	case was.Kind == assistant.BackgroundRecurring && was.Schedule != is.Schedule:
		e.Schedule = was.Schedule
	case was.Kind == assistant.BackgroundOnce && !was.Due.Equal(is.Due):
		e.Due = was.Due
	}
	if was.Silent != is.Silent {
		e.Silent = &was.Silent
	}
	if was.Overlap != is.Overlap {
		e.Overlap = was.Overlap
	}
	if !was.Ends.Equal(is.Ends) || was.Left != is.Left {
		e.Ends, e.Times, e.Endless = was.Ends, was.Left, was.Ends.IsZero() && was.Left == 0
	}
	return e
}
