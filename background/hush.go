package background

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background/schedule"
)

// HushFor is for how long somebody wants no direct messages, as buttons say it.
type HushFor string

// How long.
const (
	HushHours  HushFor = "hours"  // two of them
	HushMonday HushFor = "monday" // until Monday morning
	HushOver   HushFor = "over"   // no longer
)

const (
	hushedHours  = 2 * time.Hour
	hushLongest  = 31 * 24 * time.Hour
	hushTomorrow = "tomorrow at 9" // where nobody says until when
)

var (
	hushUntil = pattern(`^(?:until|till|to|bis|jusqu[’']à|jusqu[’']au|hasta)\s+`)
	hushLasts = pattern(`^(?:for|für|pendant|durante|por)\s+`)
	hushThe   = pattern(`^(?:den |zum |am |le |el )`)
)

// HushUntil reads until when somebody wants to be left alone: “Monday”, “2 hours”, “17:30”. "" is until tomorrow morning.
func HushUntil(words, zone string, now time.Time) (time.Time, bool) {
	words = strings.Trim(strings.Join(strings.Fields(words), " "), " .!")
	said := hushLasts().ReplaceAllString(words, "")
	lasts := said != words
	said = cmp.Or(hushThe().ReplaceAllString(hushUntil().ReplaceAllString(said, ""), ""), hushTomorrow)
	if hour, minute, clock := schedule.Clock(said); clock && !lasts {
		said = fmt.Sprintf("at %02d:%02d", hour, minute)
	}
	for _, form := range []string{"%s", "in %s", "on %s", "dans %s", "en %s", "am %s"} {
		if at, err := schedule.Once(fmt.Sprintf(form, said), zone, now); err == nil && at.After(now) {
			return at, true
		}
	}
	return time.Time{}, false
}

// Until is when somebody is left alone who says for how long; zero where they are not, and false where that is no time.
func (f HushFor) Until(zone string, now time.Time) (time.Time, bool) {
	switch f {
	case HushHours:
		return now.Add(hushedHours), true
	case HushMonday:
		at, err := schedule.Once("next monday at 9", zone, now)
		if err != nil {
			at, err = schedule.Once("monday at 9", zone, now)
		}
		return at, err == nil
	case HushOver:
		return time.Time{}, true
	}
	return time.Time{}, false
}

// Hush sends somebody no direct messages until then; zero ends that. What would end before reaches them all the same, and all of
// it stands in its conversation and on the panel.
func Hush(ctx context.Context, kept Hearings, t assistant.TenantID, id assistant.PersonID, until, now time.Time) error {
	if until.Sub(now) > hushLongest {
		return assistant.BadInput(assistant.Say("That is longer than I may leave you alone: a month at most."), assistant.Say("Name a sooner day, or take no direct messages at all, on the panel."))
	}
	h, err := kept.Hearing(ctx, t, id)
	if err != nil {
		return fmt.Errorf("read when they are called: %w", err)
	}
	h.MutedUntil = until.UTC().Truncate(time.Second)
	if until.IsZero() {
		h.MutedUntil = time.Time{}
	}
	if err := kept.SetHearing(ctx, t, id, h); err != nil {
		return fmt.Errorf("set when they are called: %w", err)
	}
	return nil
}
