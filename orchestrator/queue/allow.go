package queue

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// allow books a turn among all processes, by Redis's own clock: KEYS[1] is when everything that was booked is over, were it
// done at an even pace.
//
// ARGV, in microseconds: what one takes at that pace, how much may be ahead of it, how long a wait may be booked. Returns the
// microseconds to wait; when that is longer, nothing was booked.
//
//nolint:gochecknoglobals // as the others
var allow = redis.NewScript(`
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local over = math.max(now, tonumber(redis.call('GET', KEYS[1]) or '0')) + tonumber(ARGV[1])
local wait = math.max(0, math.ceil(over - now - tonumber(ARGV[2])))
if wait <= tonumber(ARGV[3]) then
  redis.call('SET', KEYS[1], string.format('%.0f', over), 'PX', math.ceil((over - now) / 1000) + 1)
end
return wait`)

// Allow books the next turn of a thing that all processes together may do so often a second, and a few at once, and tells
// how long to wait for it. Where that is longer than longest nothing is booked, and it may be asked for again then. A flush
// forgets a second's worth or so.
func (q *Redis) Allow(ctx context.Context, thing string, perSecond, atOnce int, longest time.Duration) (wait time.Duration, err error) {
	every := time.Second / time.Duration(max(1, perSecond))
	var us int64
	err = q.ask(ctx, func(ctx context.Context) (err error) {
		us, err = allow.Run(ctx, q.client, []string{q.cfg.Prefix + ":allow:" + thing},
			every.Microseconds(), (time.Duration(max(1, atOnce)) * every).Microseconds(), longest.Microseconds()).Int64()
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("ask when %s is allowed: %w", thing, err)
	}
	return time.Duration(us) * time.Microsecond, nil
}
