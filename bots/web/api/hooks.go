package api

import (
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/background/hooks"
	"github.com/aisteam/aisteam/bots/web/request"
)

// hookDesk serves the hooks of background tasks.
type hookDesk struct {
	tasks

	hooks *hooks.Desk
}

// hookWishJSON is a hook as somebody asks for it.
type hookWishJSON struct {
	Sender string `json:"sender"`
	Secret string `json:"secret"`
	Filter string `json:"filter"`
	Group  string `json:"groupBy"`
	Until  string `json:"until"`
	Window string `json:"window"`
	Minute int    `json:"perMinute"`
	Repeat string `json:"repeatWithin"`

	On      string `json:"on"` // what happens in a channel
	Channel string `json:"channel"`
	Emoji   string `json:"emoji"`
}

func (j hookWishJSON) wish() hooks.Wish {
	return hooks.Wish{Sender: j.Sender, Secret: j.Secret, Filter: j.Filter, Group: j.Group, Until: j.Until, Window: j.Window, Minute: j.Minute, Repeat: j.Repeat, On: j.On, Channel: j.Channel, Emoji: j.Emoji}
}

type hookJSON struct {
	Sender  assistant.HookScheme `json:"sender"`
	Signed  bool                 `json:"signed"` // a secret is kept
	Filter  string               `json:"filter,omitempty"`
	Group   string               `json:"groupBy,omitempty"`
	Until   string               `json:"until,omitempty"`
	Window  string               `json:"window"`
	Minute  int                  `json:"perMinute"`
	Repeat  string               `json:"repeatWithin"`
	Again   int                  `json:"replayed"` // events that came again, in the days that are kept
	TokenAt time.Time            `json:"tokenAt,omitzero"`
	Old     time.Time            `json:"oldTokenUntil,omitzero"`
	URL     string               `json:"url,omitempty"`    // once, to its owner
	Secret  string               `json:"secret,omitempty"` // likewise, where it was made here
	Events  []hookEventJSON      `json:"events,omitempty"`

	On      assistant.HappeningKind `json:"on,omitempty"`
	Channel *channelJSON            `json:"channel,omitempty"`
}

type hookEventJSON struct {
	ID      assistant.HookEventID `json:"id"`
	At      time.Time             `json:"at"`
	Kind    string                `json:"kind,omitempty"`
	Outcome assistant.HookOutcome `json:"outcome"`
	Note    string                `json:"note,omitempty"`
	Times   int                   `json:"times"`
	Size    int64                 `json:"size"`
	Payload string                `json:"payload,omitempty"`
	Message assistant.MessageID   `json:"messageId,omitempty"`
}

func wireHook(h assistant.Hook, events []assistant.HookEvent) hookJSON {
	out := hookJSON{
		Sender: h.Rules.Scheme, Signed: h.Signed, Filter: h.Rules.Filter, Group: h.Rules.Group, Until: h.Rules.Until, Window: h.Rules.Window.String(), Minute: h.Rules.Minute, Repeat: h.Rules.Repeat.String(), Again: h.Replayed,
		TokenAt: h.TokenAt.UTC(), Old: h.OldUntil.UTC(),
	}
	if w := h.Rules.Watch; w.Kind != "" {
		out.On, out.Channel = w.Kind, &channelJSON{w.Channel.Surface, w.Channel.Space, w.Channel.ID, w.Channel.Name}
	}
	for _, e := range events {
		out.Events = append(out.Events, wireEvent(e))
	}
	return out
}

func wireEvent(e assistant.HookEvent) hookEventJSON {
	return hookEventJSON{e.ID, e.At.UTC(), e.Kind, e.Outcome, e.Note, max(1, e.Times), e.Size, e.Payload, e.Message}
}

// once returns a hook with the secret that is shown only once.
func (d hookDesk) once(m hooks.Made) hookJSON {
	out := wireHook(m.Hook, nil)
	out.Secret = string(m.Secret)
	if m.Token != "" {
		out.URL = d.hooks.Address(m.Token)
	}
	return out
}

// make makes a task that begins with events.
func (d hookDesk) make(w http.ResponseWriter, r *http.Request, key string, whose assistant.BackgroundTask, task background.Wish, hook hookWishJSON) error {
	made, err := d.hooks.Make(r.Context(), d.owner.Tenant.ID, key, whose, task, hook.wish())
	if err != nil {
		return request.Found(err, "conversation or project")
	}
	w.Header().Set("Cache-Control", "no-store")
	request.WriteJSON(w, http.StatusCreated, struct {
		backgroundJSON

		Hook hookJSON `json:"hook"`
	}{wireBackground(made.Task, nil), d.once(made)})
	return nil
}

// show answers with a hook and the last events that it was told of.
func (d hookDesk) show(w http.ResponseWriter, r *http.Request) error {
	b, err := d.find(r)
	if err != nil {
		return err
	}
	h, err := d.hooks.Hook(r.Context(), d.owner.Tenant.ID, b.ID)
	if err != nil {
		return request.Found(err, "hook")
	}
	events, err := d.hooks.HookEvents(r.Context(), d.owner.Tenant.ID, b.ID, assistant.HookEventsListed)
	if err != nil {
		return err
	}
	request.WriteJSON(w, http.StatusOK, wireHook(h, events))
	return nil
}

// change changes the rules of a hook.
func (d hookDesk) change(w http.ResponseWriter, r *http.Request) error {
	b, err := d.find(r)
	if err != nil {
		return err
	}
	var req hookWishJSON
	if err := request.Decode(r, &req); err != nil {
		return err
	}
	h, err := d.hooks.Change(r.Context(), d.owner.Tenant.ID, d.owner.Person.ID, b.ID, req.wish())
	if err != nil {
		return request.Found(err, "hook")
	}
	request.WriteJSON(w, http.StatusOK, wireHook(h, nil))
	return nil
}

// mint makes a new token and shows it. The one before is good for a day, or for as many hours as the request says.
func (d hookDesk) mint(w http.ResponseWriter, r *http.Request) error {
	b, err := d.find(r)
	if err != nil {
		return err
	}
	hours, err := request.Number(r, "keepHours", int64(assistant.HookOldToken/time.Hour), 0, int64(assistant.HookOldToken/time.Hour))
	if err != nil {
		return err
	}
	made, err := d.hooks.Mint(r.Context(), d.owner.Tenant.ID, d.owner.Person.ID, b.ID, time.Duration(hours)*time.Hour)
	if err != nil {
		return request.Found(err, "hook")
	}
	w.Header().Set("Cache-Control", "no-store")
	request.WriteJSON(w, http.StatusCreated, d.once(made))
	return nil
}

// end makes every token worthless.
func (d hookDesk) end(w http.ResponseWriter, r *http.Request) error {
	b, err := d.find(r)
	if err != nil {
		return err
	}
	h, err := d.hooks.EndHookTokens(r.Context(), d.owner.Tenant.ID, d.owner.Person.ID, b.ID)
	if err != nil {
		return request.Found(err, "hook")
	}
	request.WriteJSON(w, http.StatusOK, wireHook(h, nil))
	return nil
}

// again tells the task of an event once more.
func (d hookDesk) again(w http.ResponseWriter, r *http.Request) error {
	b, err := d.find(r)
	if err != nil {
		return err
	}
	id := r.PathValue("event")
	if !assistant.ValidID(id) {
		return request.Unknown("event")
	}
	e, err := d.hooks.Again(r.Context(), d.owner.Tenant.ID, d.owner.Person.ID, b.ID, assistant.HookEventID(id))
	if err != nil {
		return request.Found(err, "event")
	}
	request.WriteJSON(w, http.StatusAccepted, wireEvent(e))
	return nil
}
