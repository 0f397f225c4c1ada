package login

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/aisteam/aisteam/bots/web/request"
)

// guesses bounds how often wrong tokens and codes are tried: by the address they come from, so that a right one from elsewhere is
// still taken while somebody guesses, and wrong ones in all, so that many addresses together cost little.
type guesses struct {
	log *slog.Logger

	mu             sync.Mutex
	from           map[netip.Prefix]*rate.Limiter
	all            *rate.Limiter
	wrong, refused int       // since they were last told
	told           time.Time // when that was
}

const (
	guessesEach    = 10 // wrong ones of an address at once, and as many again each minute
	guessesAll     = 1000
	guessAddresses = 4096 // that are remembered
	tellEvery      = time.Minute
)

func perMinute(n int) *rate.Limiter {
	return rate.NewLimiter(rate.Limit(float64(n)/time.Minute.Seconds()), n)
}

func newGuesses(log *slog.Logger) *guesses {
	return &guesses{log: log, from: map[netip.Prefix]*rate.Limiter{}, all: perMinute(guessesAll)}
}

// count returns how long a client of an address must wait before its guess is checked. A wrong guess counts against the address and
// against everybody; a right one, or one not checked yet, is not delayed by the guesses of others, so that many addresses together
// cannot lock everybody out.
func (g *guesses) count(ctx context.Context, from netip.Prefix, now time.Time, wrong bool) (wait time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	defer g.tell(ctx, now)
	each, known := g.from[from]
	if known {
		wait = untilOne(each, now)
	}
	if wrong {
		wait = max(wait, untilOne(g.all, now))
	}
	if wait > 0 {
		g.refused++
		return wait
	}
	if wrong {
		g.all.AllowN(now, 1)
		g.limiter(from, now).AllowN(now, 1)
		g.wrong++
	}
	return 0
}

// untilOne is how long it takes until a limiter lets one pass.
func untilOne(l *rate.Limiter, now time.Time) time.Duration {
	missing := 1 - l.TokensAt(now)
	if missing <= 0 {
		return 0
	}
	return time.Duration(missing / float64(l.Limit()) * float64(time.Second))
}

// limiter finds an address's. Those that have not guessed lately are forgotten, and where too many have, any one of them.
func (g *guesses) limiter(from netip.Prefix, now time.Time) *rate.Limiter {
	if l, ok := g.from[from]; ok {
		return l
	}
	if len(g.from) >= guessAddresses {
		for old, l := range g.from {
			if l.TokensAt(now) >= guessesEach {
				delete(g.from, old)
			}
		}
	}
	for old := range g.from {
		if len(g.from) < guessAddresses {
			break
		}
		delete(g.from, old)
	}
	l := perMinute(guessesEach)
	g.from[from] = l
	return l
}

// watch tells of what was wrong, where it is time to.
func (g *guesses) watch(ctx context.Context, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tell(ctx, now)
}

// tell logs what was wrong since it was last told, once a minute. The caller holds the lock.
func (g *guesses) tell(ctx context.Context, now time.Time) {
	if g.wrong+g.refused == 0 || now.Sub(g.told) < tellEvery {
		return
	}
	g.log.WarnContext(ctx, "wrong tokens or codes were shown", slog.Int("wrong", g.wrong), slog.Int("refused", g.refused), slog.Int("addresses", len(g.from)))
	g.wrong, g.refused, g.told = 0, 0, now
}

// addressOf is where a request comes from.
func addressOf(r *http.Request) netip.Prefix { return request.Address(r) }
