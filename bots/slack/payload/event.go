package payload

import (
	"cmp"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack/blocks"
)

// Envelope is what the Events API posts. Only what is needed is read: a malformed block in a message, or an event of a
// kind that did not exist when this was written, breaks nothing.
type Envelope struct {
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

// Event is what has happened, as the Events API tells it.
type Event struct {
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
	Reaction string `json:"reaction"`
	ItemUser string `json:"item_user"`
	Item     struct {
		Type    string `json:"type"`
		Channel string `json:"channel"`
		TS      string `json:"ts"`
	} `json:"item"`
	Tab       string `json:"tab"`
	At        string `json:"event_ts"`
	Assistant struct {
		User    string `json:"user_id"`
		Channel string `json:"channel_id"`
		Thread  string `json:"thread_ts"`
	} `json:"assistant_thread"`
	Message  *Event `json:"message"`
	Previous *Event `json:"previous_message"`
}

// Arrival is what an event means to us.
type Arrival struct {
	Ignored string // why nothing is to be done; "" otherwise
	In      assistant.Inbound
	Names   []string // users whom its words name by their id
	IfKnown bool     // only when the thread is a conversation already
	Begins  bool     // an edit that mentions the bot: where what it edits was never heard, it is said by it, see [Arrival.Saying]
	Opened  *Opened
	Stops   bool // in says where and who, and nothing was said
}

// ErrMalformed says that a body is nothing that Slack sends.
var ErrMalformed = errors.New("malformed request")

// ReadEnvelope reads a body. The error says that the body is not an event at all.
func ReadEnvelope(raw []byte) (Envelope, error) {
	var env Envelope
	if err := json.Unmarshal(raw, &env); err != nil {
		return env, errors.Join(ErrMalformed, err)
	}
	if env.Type == "" || env.Type == "url_verification" && env.Challenge == "" {
		return env, ErrMalformed
	}
	return env, nil
}

// Bot is the bot's own user, where the envelope says it.
func (e Envelope) Bot() string {
	for _, auth := range e.Authorizations {
		if auth.Bot && auth.User != "" {
			return auth.User
		}
	}
	return ""
}

// Read turns an event into what it means. It is pure.
func (e Envelope) Read(me string, tenant assistant.TenantID) Arrival {
	var a Arrival
	var ev Event
	if e.Type != "event_callback" {
		a.Ignored = "kind of envelope"
		return a
	}
	if me == "" {
		me = e.Bot()
	}
	if err := json.Unmarshal(e.Event, &ev); err != nil {
		a.Ignored = "unreadable event"
		return a
	}
	a.Read(ev, me, e.Team)
	a.In.Tenant = tenant
	return a
}

// Read tells what an event means to the bot, whose user is me, in a workspace.
func (a *Arrival) Read(ev Event, me, team string) {
	switch {
	case ev.Type == "app_mention" && ev.Edited != nil && fromPerson(ev, me):
		a.edited(ev, ev.Channel, me, team)
		a.Begins = timely(ev)
	case ev.Type == "app_mention":
		a.said(ev, me, team)
	case ev.Type == "app_home_opened" || ev.Type == "assistant_thread_started":
		a.opens(ev, team)
	case ev.Type == "agent_session_stopped":
		a.stopped(ev, team)
	case ev.Type != "message":
		a.Ignored = "kind of event"
	case ev.Subtype == "message_changed":
		a.changed(ev, me, team)
	case ev.Subtype == "message_deleted":
		a.deleted(ev, me, team)
	default:
		a.said(ev, me, team)
		// Without a mention the bot only listens where it is talked with already: in a DM, and in its threads.
		if a.Ignored == "" && ev.ChannelType != "im" && !blocks.Mentions(ev.Text, me) {
			if a.IfKnown = ev.Thread != "" && ev.Thread != ev.TS; !a.IfKnown {
				a.Ignored = "not for the bot"
			} else if toOthers(ev.Text) {
				a.Ignored = "said to somebody else"
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
func (a *Arrival) opens(ev Event, team string) {
	o := Opened{User: ev.User, Tab: ev.Tab, At: blocks.Origin{Channel: ev.Channel}}
	if ev.Type == "assistant_thread_started" {
		o = Opened{User: ev.Assistant.User, At: blocks.Origin{Channel: ev.Assistant.Channel, Thread: ev.Assistant.Thread}}
	}
	o.Team = team
	if a.Opened = &o; o.User == "" || o.At.Channel == "" && o.Tab != TabHome {
		a.Ignored = "incomplete event"
	}
}

// stopped reads Slack's own stop button.
func (a *Arrival) stopped(ev Event, team string) {
	if ev.User == "" || ev.Channel == "" || ev.Thread == "" {
		a.Ignored = "incomplete event"
		return
	}
	a.Stops = true
	a.In = assistant.Inbound{
		Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: team, Channel: ev.Channel, Thread: ev.Thread},
		From:  assistant.Identity{Surface: assistant.SurfaceSlack, Space: team, External: ev.User},
		Key:   strings.Join([]string{"slack/stopped", team, ev.Channel, ev.Thread, ev.User, ev.At}, "/"),
	}
}

// fromPerson tells whether a person wrote the message, by a subtype that carries words.
func fromPerson(ev Event, me string) bool {
	if ev.User == "" || ev.User == me || ev.User == "USLACKBOT" || ev.Bot != "" {
		return false
	}
	switch ev.Subtype {
	case "", "file_share", "thread_broadcast", "me_message":
		return true
	default:
		return false
	}
}

func (a *Arrival) said(ev Event, me string, team string) {
	switch {
	case !fromPerson(ev, me):
		a.Ignored = "not from a person"
		return
	case ev.Channel == "" || ev.TS == "":
		a.Ignored = "incomplete event"
		return
	}
	a.In, a.Names = inbound(ev, ev.Channel, me, team), blocks.Mentioned(ev.Text, me)
	a.In.Change = assistant.ChangeSaid
}

// inbound is a message's place, author and words. One mention is one key, whichever event brings it.
func inbound(ev Event, channel string, me string, team string) assistant.Inbound {
	thread := ev.Thread
	if thread == "" {
		thread = ev.TS
	}
	in := assistant.Inbound{
		Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: team, Channel: channel, Thread: thread},
		From: assistant.Identity{
			Surface: assistant.SurfaceSlack, Space: team, External: ev.User, Standing: StandingSeen(cmp.Or(ev.UserTeam, ev.SourceTeam, ev.Team), team),
		},
		Text:       blocks.Spoken(ev.Text, me),
		Key:        strings.Join([]string{"slack", team, channel, ev.TS}, "/"),
		ExternalID: channel + "/" + ev.TS,
		At:         Moment(ev.TS),
	}
	for _, f := range ev.Files {
		if f.Away || f.Mode == "external" {
			f.URL = FileElsewhere
		}
		in.Files = append(in.Files, assistant.File{Name: f.Name, Type: f.Type, URL: f.URL, Size: f.Size})
	}
	return in
}

// changed takes an edit. An unfurled link changes a message too, without anybody having edited it.
func (a *Arrival) changed(ev Event, me string, team string) {
	m := ev.Message
	switch {
	case m == nil || ev.Channel == "" || m.TS == "":
		a.Ignored = "incomplete event"
	case m.Subtype == "tombstone":
		m = ev.Previous
		if m == nil || m.TS == "" {
			a.Ignored = "incomplete event"
			return
		}
		a.gone(*m, ev.Channel, me, team)
	case !fromPerson(*m, me):
		a.Ignored = "not from a person"
	case m.Edited == nil || ev.Previous != nil && ev.Previous.Text == m.Text:
		a.Ignored = "no words were changed"
	default:
		a.edited(*m, ev.Channel, me, team)
		a.Begins = timely(*m) && blocks.Mentions(m.Text, me) && (ev.Previous == nil || !blocks.Mentions(ev.Previous.Text, me))
	}
}

// edited reads what a person has made of a message. Slack tells of it once as a changed message, where messages are subscribed to, and
// once more as a mention where its words mention the bot now (PostHog/posthog#59517, slack-go/slack#1256): both are one edit.
func (a *Arrival) edited(m Event, channel, me, team string) {
	if channel == "" || m.TS == "" {
		a.Ignored = "incomplete event"
		return
	}
	a.In, a.Names = inbound(m, channel, me, team), blocks.Mentioned(m.Text, me)
	a.In.Change, a.IfKnown = assistant.ChangeEdited, true
	a.In.Key += "/edited/" + m.Edited.TS
	a.In.At = Moment(m.Edited.TS)
}

// beginsWithin is how long after it was said a message may be edited into one for the bot. Who mends an old one asks nothing.
const beginsWithin = 24 * time.Hour

// timely tells whether an edit came soon enough after its message to ask for something.
func timely(m Event) bool { return Moment(m.Edited.TS).Sub(Moment(m.TS)) <= beginsWithin }

// Saying is the arrival of an edit as if its words had been said so from the beginning, for a message that was never heard. It has the
// message's key, so that it is answered once.
func (a *Arrival) Saying() Arrival {
	out := *a
	out.In.Key, _, _ = strings.Cut(a.In.Key, "/edited/")
	out.In.Change, out.IfKnown, out.Begins = assistant.ChangeSaid, false, false
	return out
}

func (a *Arrival) deleted(ev Event, me string, team string) {
	m := ev.Previous
	if m == nil || ev.Channel == "" {
		a.Ignored = "incomplete event"
		return
	}
	if m.TS == "" {
		m.TS = ev.Deleted
	}
	a.gone(*m, ev.Channel, me, team)
	a.In.At = Moment(ev.TS)
}

func (a *Arrival) gone(m Event, channel string, me string, team string) {
	if !fromPerson(m, me) || m.TS == "" {
		a.Ignored = "not from a person"
		return
	}
	a.In = inbound(m, channel, me, team)
	a.In.Change, a.IfKnown = assistant.ChangeDeleted, true
	a.In.Key += "/deleted"
	a.In.Text, a.In.Files, a.In.At = "", nil, time.Time{}
}

// Opened says that somebody opened a part of the app.
type Opened struct {
	User string
	Team string        // that it was opened in
	Tab  string        // of App Home: "home" or "messages"; "" for an assistant thread
	At   blocks.Origin // where prompts go
}

// The tabs of App Home.
const (
	TabHome     = "home"
	TabMessages = "messages"
)

// StandingSeen derives a person's standing from their team, which Slack sends with what they did.
func StandingSeen(theirs, team string) assistant.Standing {
	if theirs == "" || team == "" || theirs == team {
		return assistant.StandingUnsaid
	}
	return assistant.StandingGuest
}

// FileElsewhere stands for the address of a file outside Slack. The person who added the file chose that address, so it is not to
// be trusted.
const FileElsewhere = "elsewhere:"
