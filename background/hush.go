package background

import (
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
	hushWords = pattern(`^(?:please[,\s]+|bitte[,\s]+)?(?:mute|snooze|silence|be quiet|stay quiet|(?:do not|don[’']t) (?:call|disturb|ping|notify|bother) me|no (?:more )?direct messages|stör(?:e|t)? mich nicht|ruf(?:e)? mich nicht an|keine direktnachrichten|ruhe|ne me dérange[zr]? pas|pas de messages directs|silence|no me molestes?|sin mensajes direct[o]s|silencio)` +
		`(?:\s+(?:this|it|that|me|everything|all of it|direct messages|notifications|yourself|all))?(?:\s+(?:until|till|bis|jusqu[’']à|jusqu[’']au|hasta|(for|für|pendant|durante|por)))?(?:\s+(?:den |le |el )?(.+?))?[.!\s]*$`)
	hushBare = pattern(`^(?:mute|snooze)(?: (?:this|it|me|everything|notifications|direct messages))?[.!\s]*$`)
	hushOver = pattern(`^(?:please[,\s]+)?(?:unmute|unsnooze|un-mute|(?:you may |you can )?(?:call|disturb|notify|ping) me again|direct messages again|du darfst mich wieder (?:stören|anrufen)|nicht mehr stumm|tu peux me déranger de nouveau|puedes molestar(?:me) de nuevo)(?: me)?[.!\s]*$`)
)

// ReadHush reads words by which somebody asks to be left alone for a while: “mute this until Monday”, “snooze 2 hours”. Words that
// name no time, but something else, are no such wish. over says that they want to be called again.
func ReadHush(words, zone string, now time.Time) (until time.Time, over, ok bool) {
	words = strings.Join(strings.Fields(words), " ")
	if hushOver().MatchString(words) {
		return time.Time{}, true, true
	}
	said, lasts := "", false
	if m := hushWords().FindStringSubmatch(words); m != nil {
		lasts, said = m[1] != "", m[2]
	}
	switch {
	case said == "" && !hushBare().MatchString(words):
		return time.Time{}, false, false
	case said == "":
		said = hushTomorrow
	}
	if hour, minute, clock := schedule.Clock(said); clock && !lasts {
		said = fmt.Sprintf("at %02d:%02d", hour, minute)
	}
	for _, form := range []string{"%s", "in %s", "on %s", "dans %s", "en %s", "am %s"} {
		if at, err := schedule.Once(fmt.Sprintf(form, said), zone, now); err == nil && at.After(now) {
			return at, false, true
		}
	}
	return time.Time{}, false, false
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
