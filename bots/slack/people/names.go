package people

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// names remembers what users are called, and where they are in time. Not knowing a name never holds anything up for long: after a failure
// it is not asked again for a minute. Who somebody is has to be known before their words are taken, so that is asked again soon: what they
// said is refused until then, and Slack brings it again.
type names struct {
	ask func(ctx context.Context, who Account) (profile, error)
	now func() time.Time

	known *bots.Memory[Account, knownName]
}

type knownName struct {
	profile
	until time.Time
	told  time.Time // when Slack last said it
}

const (
	standingLasts = 15 * time.Minute // that Slack does not answer, until nobody knows any more who somebody is

	// Wait is what an answer to Slack may spend on asking about somebody.
	Wait      = 400 * time.Millisecond
	nameKept  = 5 * time.Minute // a guest is a guest, and a member a member, soon after Slack says so
	nameRetry = time.Minute
	whoRetry  = time.Second // while nobody knows who somebody is
	nameLimit = 10_000
)

func newNames(ask func(context.Context, Account) (profile, error), now func() time.Time) *names {
	return &names{ask: ask, now: now, known: bots.NewMemory[Account, knownName](nameLimit)}
}

// of returns a user's name, "" when it cannot be had quickly.
func (n *names) of(ctx context.Context, team, user string) string {
	return n.profile(ctx, team, user).name
}

// profile returns what a user says of themselves, nothing when it cannot be had quickly.
func (n *names) profile(ctx context.Context, team, user string) profile {
	if user == "" {
		return profile{}
	}
	who := Account{team, user}
	k, ok := n.known.Of(who)
	if ok && n.now().Before(k.until) {
		return k.profile
	}
	ctx, cancel := context.WithTimeout(ctx, Wait)
	defer cancel()
	p, err := n.ask(ctx, who)
	if err != nil {
		again := nameRetry
		if k.told.IsZero() || n.now().Sub(k.told) > standingLasts {
			k.standing, again = assistant.StandingUnsaid, whoRetry
		}
		n.keep(who, k.profile, k.told, again) // an old name is better than none
		return k.profile
	}
	n.keep(who, p, n.now(), nameKept)
	return p
}

// keep remembers what was asked for.
func (n *names) keep(who Account, p profile, told time.Time, d time.Duration) {
	n.known.Keep(who, knownName{profile: p, told: told, until: n.now().Add(d)})
}
