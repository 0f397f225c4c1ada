// Package outside is the door for events that other systems tell of: POST /api/hooks/{token}. Whoever has the token may come in;
// nobody signs in. The token is a secret, so no log and no answer has the address.
package outside

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"golang.org/x/time/rate"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background/hooks"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Route is the route of hooks.
const Route = "POST /api/hooks/{token}"

// Config is what a [Door] is made of.
type Config struct {
	Gate   *hooks.Gate
	Bodies *bots.Intake
	Errors request.Errors
	Told   func(o assistant.HookOutcome, took time.Duration) // of each event; nil for nobody
	Now    func() time.Time
}

// Door takes events.
type Door struct {
	Config
	tries *bots.Limits // of tokens that were never right, by address
}

const (
	triesEvery = time.Second // a token that was never right is looked up for an address, and
	triesBurst = 60          // so many at once
)

// New makes a door; it starts nothing.
func New(c Config) *Door {
	if c.Told == nil {
		c.Told = func(assistant.HookOutcome, time.Duration) {}
	}
	return &Door{Config: c, tries: bots.NewLimits(c.Now)}
}

// ServeHTTP implements [http.Handler]. Its answer is one for the sender: 202 once the event is stored, 200 where it was not needed,
// and a refusal otherwise.
func (d *Door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	began := d.Now()
	token := assistant.Secret(r.PathValue("token"))
	nameless := r.Clone(r.Context())
	nameless.URL.Path, nameless.URL.RawPath, nameless.RequestURI = "/api/hooks/", "", ""
	w.Header().Set("Cache-Control", "no-store")
	right, nobodys := d.Gate.Seen(token)
	if !right && !nobodys {
		if err := d.tries.Take(request.Address(r).String(), rate.Every(triesEvery), triesBurst); err != nil {
			d.Told(assistant.HookUnknown, d.Now().Sub(began))
			w.Header().Set("Retry-After", "2")
			d.Errors.Answer(w, nameless, request.Refuse(http.StatusTooManyRequests, assistant.SideContext, assistant.Say("Too many events come."), assistant.Say("Send it again later.")))
			return
		}
	}
	h, err := d.Gate.Find(r.Context(), token)
	if errors.Is(err, assistant.ErrNotFound) {
		bots.HangUp(w)
		d.Told(assistant.HookUnknown, d.Now().Sub(began))
		err = request.Refuse(http.StatusNotFound, assistant.SideInput, assistant.Say("There is no hook at this address."), assistant.Say("Ask whoever gave it to you for the present one."))
	}
	if err != nil {
		d.Errors.Answer(w, nameless, err)
		return
	}
	e, err := d.take(w, r, h)
	if err != nil {
		d.Errors.Answer(w, nameless, err)
		return
	}
	d.Told(e.Outcome, d.Now().Sub(began))
	d.answer(w, nameless, h, e)
}

// take reads the body and lets the gate decide.
func (d *Door) take(w http.ResponseWriter, r *http.Request, h *hooks.Hook) (assistant.HookEvent, error) {
	body, done, status := d.Bodies.Read(w, r, assistant.HookBodyLimit)
	defer done()
	switch status {
	case 0:
		return h.Take(r.Context(), r.Header, body)
	case http.StatusRequestEntityTooLarge:
		return h.Refuse(r.Context(), r.ContentLength, assistant.HookTooLarge)
	case http.StatusServiceUnavailable:
		return assistant.HookEvent{}, request.Refuse(status, assistant.SideSystem, assistant.Say("Too many events are coming at the same time."), assistant.Say("Send it again in a moment."))
	default:
		return assistant.HookEvent{}, request.Refuse(status, assistant.SideInput, assistant.Say("The event did not come whole."), assistant.Say("Send it again."))
	}
}

// answer tells the sender what became of the event.
func (d *Door) answer(w http.ResponseWriter, r *http.Request, h *hooks.Hook, e assistant.HookEvent) {
	switch e.Outcome {
	case assistant.HookAccepted, assistant.HookCoalesced:
		request.WriteJSON(w, http.StatusAccepted, map[string]any{"outcome": e.Outcome, "id": e.ID})
		return
	case assistant.HookFiltered, assistant.HookReplayed:
		request.WriteJSON(w, http.StatusOK, map[string]any{"outcome": e.Outcome})
		return
	case assistant.HookLimited:
		w.Header().Set("Retry-After", strconv.Itoa(int(h.Wait()/time.Second)))
	default:
	}
	d.Errors.Answer(w, r, refusal(e.Outcome))
}

// refusal refuses an event, in words for the person who set up its sender.
func refusal(o assistant.HookOutcome) error {
	switch o {
	case assistant.HookForged:
		return request.Refuse(http.StatusUnauthorized, assistant.SideInput, assistant.Say("The event is not signed as it should be."), assistant.Say("Look at its sender's secret, and at its clock."))
	case assistant.HookTooLarge:
		return request.Refuse(http.StatusRequestEntityTooLarge, assistant.SideInput, assistant.Say("The event is larger than 1 MB."), assistant.Say("Send less of it."))
	case assistant.HookUnreadable:
		return request.Refuse(http.StatusBadRequest, assistant.SideInput, assistant.Say("The event cannot be read."), assistant.Say("Send JSON, a form or plain text, with its content type."))
	case assistant.HookLimited:
		return request.Refuse(http.StatusTooManyRequests, assistant.SideContext, assistant.Say("Too many events come."), assistant.Say("Send it again later."))
	case assistant.HookPaused:
		return request.Refuse(http.StatusConflict, assistant.SideContext, assistant.Say("The task of this hook is paused."), assistant.Say("Its owner can resume it."))
	default:
		return request.Refuse(http.StatusGone, assistant.SideContext, assistant.Say("The task of this hook is over."), assistant.Say("Take its address out of the sender."))
	}
}
