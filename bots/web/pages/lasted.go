package pages

import (
	"time"

	"github.com/aisteam/aisteam/wording"
)

const (
	inHours = 48 * time.Hour // up to which hours are counted, and days after that
	aDay    = 24
)

// Lasted is how long something has lasted, as people say it.
func Lasted(in wording.Words, d time.Duration) string {
	switch {
	case d < time.Minute:
		return in.Say("less than a minute")
	case d < time.Hour:
		return in.Say("%d min", int(d.Minutes()))
	case d < inHours:
		return in.Say("%d h", int(d.Hours()))
	default:
		return in.Say("%d days", int(d.Hours()/aDay))
	}
}

// Ago is how long ago something was, as people say it.
func Ago(in wording.Words, d time.Duration) string {
	switch {
	case d < time.Minute:
		return in.Say("just now")
	case d < time.Hour:
		return in.Say("%d minutes ago", int(d.Minutes()))
	case d < inHours:
		return in.Say("%d hours ago", int(d.Hours()))
	default:
		return in.Say("%d days ago", int(d.Hours()/aDay))
	}
}
