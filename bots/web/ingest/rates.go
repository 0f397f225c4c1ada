package ingest

import (
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Rates bounds how often a person may ask a model.
type Rates struct {
	perMinute int

	mu     sync.Mutex
	people map[assistant.PersonID]*rate.Limiter
}

// NewRates lets each person have so many messages in a minute; 0 does not limit.
func NewRates(perMinute int) *Rates {
	return &Rates{perMinute: perMinute, people: map[assistant.PersonID]*rate.Limiter{}}
}

// wait says how long the person must wait before the next one; nothing when they may go on, which then counts.
func (r *Rates) wait(p assistant.PersonID, now time.Time) time.Duration {
	if r.perMinute <= 0 {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	limit, ok := r.people[p]
	if !ok {
		limit = rate.NewLimiter(rate.Limit(float64(r.perMinute)/time.Minute.Seconds()), r.perMinute)
		r.people[p] = limit
	}
	turn := limit.ReserveN(now, 1)
	wait := turn.DelayFrom(now)
	if wait > 0 {
		turn.CancelAt(now)
	}
	return wait
}

// Admit refuses a person who asks too often, and says when to try again.
func (i *Ingest) Admit(w http.ResponseWriter) error {
	wait := i.Rates.wait(i.Owner.Person.ID, i.Now())
	if wait == 0 {
		return nil
	}
	seconds := strconv.Itoa(int(math.Ceil(wait.Seconds())))
	w.Header().Set("Retry-After", seconds)
	return request.Refuse(http.StatusTooManyRequests, assistant.SideInput, assistant.Say("You have sent many messages in a short time."),
		assistant.Say("Wait %s seconds and send it again.", seconds))
}
