package people

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots/web/request"
	"github.com/aisteam/aisteam/wording"
	"github.com/aisteam/aisteam/wording/waits"
)

// hearingView is the part of the page that says when the viewer is called.
type hearingView struct {
	assistant.Hearing

	Week   []weekday
	Topics []topicLine
	Muted  *assistant.Sentence // until when; nil where they are not
}

// topicLine is what they may hear of, and where.
type topicLine struct {
	Topic assistant.Topic
	Name  string
	Ways  []wayOption
}

type wayOption struct {
	At     assistant.HearAt
	Name   string
	Chosen bool
}

// topicLines are the topics with the ways that may be chosen for each.
func topicLines(h assistant.Hearing) (out []topicLine) {
	english := wording.In("")
	for _, t := range assistant.Topics() {
		line := topicLine{Topic: t, Name: waits.Topic(english, t)}
		for _, at := range []assistant.HearAt{assistant.HearThere, assistant.HearSlack, assistant.HearDiscord, assistant.HearPush, assistant.HearMail, assistant.HearPanel, assistant.HearNowhere} {
			if h.With(at, t).Check() == nil {
				line.Ways = append(line.Ways, wayOption{at, waits.Way(english, at), h.Where[t] == at})
			}
		}
		out = append(out, line)
	}
	return out
}

type weekday struct {
	Number  int
	Name    string
	Working bool
}

// hearing reads when the viewer may be notified, or nil if that is not stored.
func (n *Notified) hearing(r *http.Request) (*hearingView, error) {
	if n.Hears == nil {
		return nil, nil // the page leaves the part out
	}
	h, err := n.Hears.Hearing(r.Context(), n.Owner.Tenant.ID, n.Owner.Person.ID)
	if err != nil {
		return nil, err
	}
	v := &hearingView{Hearing: h, Topics: topicLines(h)}
	if h.MutedUntil.After(n.Now()) {
		until := background.Moment(assistant.BackgroundTask{Zone: n.Owner.Zone(r.Context()).String()}, h.MutedUntil)
		v.Muted = &until
	}
	for _, d := range []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday, time.Saturday, time.Sunday} {
		working := len(h.Days) == 0
		for _, w := range h.Days {
			working = working || w == d
		}
		v.Week = append(v.Week, weekday{int(d), d.String(), working})
	}
	return v, nil
}

// hear takes the form.
func (n *Notified) hear(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	h, err := n.Hears.Hearing(r.Context(), n.Owner.Tenant.ID, n.Owner.Person.ID)
	if err != nil {
		return err
	}
	h.QuietFrom, h.QuietTo, h.First, h.Never, h.Days = r.FormValue("from"), r.FormValue("to"), assistant.Surface(r.FormValue("first")), r.FormValue("never") != "", nil
	if until, ok := background.HushFor(r.FormValue("mute")).Until(n.Owner.Zone(r.Context()).String(), n.Now()); ok {
		h.MutedUntil = until
	}
	for _, about := range assistant.Topics() {
		if field := "where-" + string(about); r.Form.Has(field) {
			h = h.With(assistant.HearAt(r.FormValue(field)), about)
		}
	}
	for _, d := range r.Form["day"] {
		number, err := strconv.Atoi(d)
		if err != nil {
			number = -1 // later refused in words
		}
		h.Days = append(h.Days, time.Weekday(number))
	}
	if len(h.Days) == 7 {
		h.Days = nil
	}
	err = n.Hears.SetHearing(r.Context(), n.Owner.Tenant.ID, n.Owner.Person.ID, h)
	if refused, ok := errors.AsType[*assistant.Trouble](err); ok {
		return n.draw(w, r, http.StatusUnprocessableEntity, notifiedView{Refused: refused.Problem})
	}
	if err != nil {
		return err
	}
	http.Redirect(w, r, "/notifications?done=heard", http.StatusSeeOther)
	return nil
}
