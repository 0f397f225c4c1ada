package slack

import (
	"cmp"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack/blocks"
)

// envelope is what the Events API posts. Only what is needed is read: a malformed block in a message, or an event of a
// kind that did not exist when this was written, breaks nothing.
type envelope struct {
	Type           string          `json:"type"`
	Challenge      string          `json:"challenge"`
	Team           string          `json:"team_id"`
	Enterprise     string          `json:"enterprise_id"`
	ContextTeam    string          `json:"context_team_id"`
	ContextOrg     string          `json:"context_enterprise_id"`
	App            string          `json:"api_app_id"`
	Time           int64           `json:"event_time"`
	Event          json.RawMessage `json:"event"`
	Authorizations []authorization `json:"authorizations"`
}

type event struct {
	Type        string `json:"type"`
	Subtype     string `json:"subtype"`
	Channel     string `json:"channel"`
	ChannelType string `json:"channel_type"`
	User        string `json:"user"`
	UserTeam    string `json:"user_team"`   // of who wrote it; in shared channels another than the event's
	SourceTeam  string `json:"source_team"` // that it was written in
	Team        string `json:"team"`
	Bot         string `json:"bot_id"`
	Text        string `json:"text"`
	TS          string `json:"ts"`
	Thread      string `json:"thread_ts"`
	Deleted     string `json:"deleted_ts"`
	Files       []struct {
		Name string `json:"name"`
		Type string `json:"mimetype"`
		URL  string `json:"url_private"`
		Size int64  `json:"size"`
		Mode string `json:"mode"`
		Away bool   `json:"is_external"`
	} `json:"files"`
	Edited *struct {
		TS string `json:"ts"`
	} `json:"edited"`
	Tab       string `json:"tab"`
	At        string `json:"event_ts"`
	Assistant struct {
		User    string `json:"user_id"`
		Channel string `json:"channel_id"`
		Thread  string `json:"thread_ts"`
	} `json:"assistant_thread"`
	Message  *event `json:"message"`
	Previous *event `json:"previous_message"`
}

// arrival is what an event means to us.
type arrival struct {
	ignored string // why nothing is to be done; "" otherwise
	in      assistant.Inbound
	ifKnown bool // only when the thread is a conversation already
	opened  *opened
	stops   bool // in says where and who, and nothing was said
}

var errMalformed = errors.New("malformed request")

// readEnvelope reads a body. The error says that the body is not an event at all.
func readEnvelope(raw []byte) (envelope, error) {
	var env envelope
	if err := json.Unmarshal(raw, &env); err != nil {
		return env, errors.Join(errMalformed, err)
	}
	if env.Type == "" || env.Type == "url_verification" && env.Challenge == "" {
		return env, errMalformed
	}
	return env, nil
}

// bot is the bot's own user, where the envelope says it.
func (e envelope) bot() string {
	for _, auth := range e.Authorizations {
		if auth.Bot && auth.User != "" {
			return auth.User
		}
	}
	return ""
}

// read turns an event into what it means. It is pure.
func (e envelope) read(me identity, tenant assistant.TenantID) arrival {
	var a arrival
	var ev event
	if e.Type != "event_callback" {
		a.ignored = "kind of envelope"
		return a
	}
	if me.user == "" {
		me.user = e.bot()
	}
	if err := json.Unmarshal(e.Event, &ev); err != nil {
		a.ignored = "unreadable event"
		return a
	}
	a.read(ev, me, e.Team)
	a.in.Tenant = tenant
	return a
}

func (a *arrival) read(ev event, me identity, team string) {
	switch {
	case ev.Type == "app_mention":
		a.said(ev, me, team)
	case ev.Type == "app_home_opened" || ev.Type == "assistant_thread_started":
		a.opens(ev, team)
	case ev.Type == "agent_session_stopped":
		a.stopped(ev, team)
	case ev.Type != "message":
		a.ignored = "kind of event"
	case ev.Subtype == "message_changed":
		a.changed(ev, me, team)
	case ev.Subtype == "message_deleted":
		a.deleted(ev, me, team)
	default:
		a.said(ev, me, team)
		// Without a mention the bot only listens where it is talked with already: in a DM, and in its threads.
		if a.ignored == "" && ev.ChannelType != "im" && !blocks.Mentions(ev.Text, me.user) {
			if a.ifKnown = ev.Thread != "" && ev.Thread != ev.TS; !a.ifKnown {
				a.ignored = "not for the bot"
			} else if toOthers(ev.Text) {
				a.ignored = "said to somebody else"
			}
		}
	}
}

// toOthers tells whether a message that does not mention the bot is for another person or a group of them: it begins with
// their mention. Somebody who is only mentioned further on is spoken about.
func toOthers(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "<@") || strings.HasPrefix(text, "<!subteam^")
}

// opens reads that somebody opened the app: its home, its messages, or an assistant thread of the older generation.
func (a *arrival) opens(ev event, team string) {
	o := opened{user: ev.User, tab: ev.Tab, at: blocks.Origin{Channel: ev.Channel}}
	if ev.Type == "assistant_thread_started" {
		o = opened{user: ev.Assistant.User, at: blocks.Origin{Channel: ev.Assistant.Channel, Thread: ev.Assistant.Thread}}
	}
	o.team = team
	if a.opened = &o; o.user == "" || o.at.Channel == "" && o.tab != tabHome {
		a.ignored = "incomplete event"
	}
}

// stopped reads Slack's own stop button.
func (a *arrival) stopped(ev event, team string) {
	if ev.User == "" || ev.Channel == "" || ev.Thread == "" {
		a.ignored = "incomplete event"
		return
	}
	a.stops = true
	a.in = assistant.Inbound{
		Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: team, Channel: ev.Channel, Thread: ev.Thread},
		From:  assistant.Identity{Surface: assistant.SurfaceSlack, Space: team, External: ev.User},
		Key:   strings.Join([]string{"slack/stopped", team, ev.Channel, ev.Thread, ev.User, ev.At}, "/"),
	}
}

// fromPerson tells whether a person wrote the message, by a subtype that carries words.
func fromPerson(ev event, me identity) bool {
	if ev.User == "" || ev.User == me.user || ev.User == "USLACKBOT" || ev.Bot != "" {
		return false
	}
	switch ev.Subtype {
	case "", "file_share", "thread_broadcast", "me_message":
		return true
	default:
		return false
	}
}

func (a *arrival) said(ev event, me identity, team string) {
	switch {
	case !fromPerson(ev, me):
		a.ignored = "not from a person"
		return
	case ev.Channel == "" || ev.TS == "":
		a.ignored = "incomplete event"
		return
	}
	a.in = inbound(ev, ev.Channel, me, team)
	a.in.Change = assistant.ChangeSaid
}

// inbound is a message's place, author and words. One mention is one key, whichever event brings it.
func inbound(ev event, channel string, me identity, team string) assistant.Inbound {
	thread := ev.Thread
	if thread == "" {
		thread = ev.TS
	}
	in := assistant.Inbound{
		Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: team, Channel: channel, Thread: thread},
		From: assistant.Identity{
			Surface: assistant.SurfaceSlack, Space: team, External: ev.User, Standing: elsewhere(cmp.Or(ev.UserTeam, ev.SourceTeam, ev.Team), team),
		},
		Text:       blocks.Spoken(ev.Text, me.user),
		Key:        strings.Join([]string{"slack", team, channel, ev.TS}, "/"),
		ExternalID: channel + "/" + ev.TS,
		At:         moment(ev.TS),
	}
	for _, f := range ev.Files {
		if f.Away || f.Mode == "external" {
			f.URL = fileElsewhere
		}
		in.Files = append(in.Files, assistant.File{Name: f.Name, Type: f.Type, URL: f.URL, Size: f.Size})
	}
	return in
}

// changed takes an edit. An unfurled link changes a message too, without anybody having edited it.
func (a *arrival) changed(ev event, me identity, team string) {
	m := ev.Message
	switch {
	case m == nil || ev.Channel == "" || m.TS == "":
		a.ignored = "incomplete event"
	case m.Subtype == "tombstone":
		m = ev.Previous
		if m == nil || m.TS == "" {
			a.ignored = "incomplete event"
			return
		}
		a.gone(*m, ev.Channel, me, team)
	case !fromPerson(*m, me):
		a.ignored = "not from a person"
	case m.Edited == nil || ev.Previous != nil && ev.Previous.Text == m.Text:
		a.ignored = "no words were changed"
	default:
		a.in = inbound(*m, ev.Channel, me, team)
		a.in.Change, a.ifKnown = assistant.ChangeEdited, true
		a.in.Key += "/edited/" + m.Edited.TS
		a.in.At = moment(m.Edited.TS)
	}
}

func (a *arrival) deleted(ev event, me identity, team string) {
	m := ev.Previous
	if m == nil || ev.Channel == "" {
		a.ignored = "incomplete event"
		return
	}
	if m.TS == "" {
		m.TS = ev.Deleted
	}
	a.gone(*m, ev.Channel, me, team)
	a.in.At = moment(ev.TS)
}

func (a *arrival) gone(m event, channel string, me identity, team string) {
	if !fromPerson(m, me) || m.TS == "" {
		a.ignored = "not from a person"
		return
	}
	a.in = inbound(m, channel, me, team)
	a.in.Change, a.ifKnown = assistant.ChangeDeleted, true
	a.in.Key += "/deleted"
	a.in.Text, a.in.Files, a.in.At = "", nil, time.Time{}
}

// moment reads a Slack timestamp; zero when it is none.
func moment(ts string) time.Time {
	whole, part, _ := strings.Cut(ts, ".")
	s, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || s <= 0 || s > 1<<40 {
		return time.Time{}
	}
	us, err := strconv.ParseInt(part, 10, 64)
	if err != nil || us < 0 || us >= 1e6 || len(part) != 6 {
		us = 0
	}
	return time.Unix(s, us*1000).UTC()
}
