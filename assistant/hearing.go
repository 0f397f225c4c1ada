package assistant

import (
	"encoding/json"
	"slices"
	"time"
)

// Hearing is when, where and in which language a person wants to be notified of what they did not just ask for. The zero value is
// at any time, wherever they can be reached. What is not sent by direct message is in its conversation and on the panel.
type Hearing struct {
	QuietFrom string         `json:"quietFrom,omitempty"` // 22:00, in their zone; "" is never quiet
	QuietTo   string         `json:"quietTo,omitempty"`   // 07:30
	Days      []time.Weekday `json:"days,omitempty"`      // their working days; none is every day
	First     Surface        `json:"first,omitempty"`     // where they are called first; "" is where it was asked for
	Never     bool           `json:"never,omitempty"`     // no direct messages; devices and addresses they gave are still notified
	Delegate  PersonID       `json:"delegate,omitempty"`  // who is called when they do not decide in time

	Where map[Topic]HearAt `json:"where,omitempty"` // where each topic is told; a missing topic is told in its conversation

	MutedUntil time.Time `json:"mutedUntil,omitzero"` // no direct messages until then

	Language Language `json:"language,omitempty"` // where nothing that they wrote decides; "" is that of their browser or platform
	Zone     string   `json:"zone,omitempty"`     // IANA time zone that they have chosen; "" is that of their browser or platform
}

// ReadHearing decodes the stored form; an unreadable one counts as unset.
func ReadHearing(raw string) Hearing {
	var h Hearing
	if raw == "" || json.Unmarshal([]byte(raw), &h) != nil || h.Check() != nil {
		return Hearing{}
	}
	return h
}

// Check says what of it cannot be, in words for who gave it.
func (h Hearing) Check() error {
	const again = "Nothing was changed. Correct it and save again."
	for _, clock := range []string{h.QuietFrom, h.QuietTo} {
		if _, err := time.Parse(clockForm, clock); clock != "" && err != nil {
			return refusal(Say("“%s” is no time of day.", clock), Say("Write it like 22:00. %s", again))
		}
	}
	if (h.QuietFrom == "") != (h.QuietTo == "") {
		return refusal(Say("Quiet hours have a beginning and an end, and one of them is missing."), Say(again))
	}
	for i, d := range h.Days {
		if d < time.Sunday || d > time.Saturday || slices.Contains(h.Days[:i], d) {
			return refusal(Say("The working days are not days of the week, each once."), Say(again))
		}
	}
	if h.First != "" && h.First != SurfaceSlack && h.First != SurfaceDiscord {
		return refusal(Say("People are called on Slack or on Discord."), Say(again))
	}
	if h.Language != "" && h.Language.Name() == "" {
		return refusal(Say("That language is none of ours."), Say("English, German, French and Spanish are. Nothing was changed."))
	}
	if h.Zone != "" && !ValidZone(h.Zone) {
		return refusal(Say("I do not know the time zone “%s”.", h.Zone), Say("Name it like “Europe/Berlin” or “America/Toronto”."))
	}
	return h.checkTopics()
}

// ValidZone tells whether that is the name of a time zone, rather than of the machine's own or of a file.
func ValidZone(name string) bool {
	const longest = 64
	if name == "" || name == "Local" || len(name) > longest {
		return false
	}
	_, err := time.LoadLocation(name)
	return err == nil
}

const clockForm = "15:04"

// Awake is when somebody may be called: now, or the first moment after it that is no quiet one in their zone. It looks ten days
// ahead, and takes now where nothing better is found.
func (h Hearing) Awake(now time.Time, zone *time.Location) time.Time {
	if now.Before(h.MutedUntil) {
		now = h.MutedUntil
	}
	at := now.In(zone)
	for range 24 {
		next := h.after(at)
		if next.Equal(at) {
			return at.UTC()
		}
		at = next
	}
	return now
}

// after is a moment itself where it is not quiet; otherwise the end of what makes it so.
func (h Hearing) after(at time.Time) time.Time {
	clock := func(s string) time.Time {
		t, _ := time.Parse(clockForm, s)
		return time.Date(at.Year(), at.Month(), at.Day(), t.Hour(), t.Minute(), 0, 0, at.Location())
	}
	if len(h.Days) > 0 && !slices.Contains(h.Days, at.Weekday()) {
		return time.Date(at.Year(), at.Month(), at.Day()+1, 0, 0, 0, 0, at.Location())
	}
	if h.QuietFrom == h.QuietTo {
		return at
	}
	from, to := clock(h.QuietFrom), clock(h.QuietTo)
	switch over := to.Before(from); {
	case !over && !at.Before(from) && at.Before(to), over && at.Before(to):
		return to
	case over && !at.Before(from):
		return to.AddDate(0, 0, 1)
	}
	return at
}

// ErrDelegate refuses a deputy who cannot decide for the person.
var ErrDelegate = refusal(Say("That person cannot be called in your place."), Say("Name another member of this team."))
