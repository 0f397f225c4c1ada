package discord

import (
	"cmp"
	"encoding/json"
	"strings"
	"time"
)

// user is somebody on Discord.
type user struct {
	ID       string `json:"id"`
	Username string `json:"username"`
	Global   string `json:"global_name"`
	Bot      bool   `json:"bot"`
	System   bool   `json:"system"`
}

func (u user) name() string { return cmp.Or(u.Global, u.Username) }

// message is what is read of a message. Components, embeds and whatever else is new are not decoded at all.
type message struct {
	ID        string          `json:"id"`
	Channel   string          `json:"channel_id"`
	Guild     string          `json:"guild_id"`
	Type      int             `json:"type"`
	Author    user            `json:"author"`
	Webhook   string          `json:"webhook_id"`
	Content   string          `json:"content"`
	Timestamp string          `json:"timestamp"`
	Edited    string          `json:"edited_timestamp"`
	Nonce     json.RawMessage `json:"nonce"`
	Parts     json.RawMessage `json:"components"`
	Member    struct {
		Nick  string   `json:"nick"`
		Roles []string `json:"roles"`
	} `json:"member"`
	Mentions []user `json:"mentions"`
	Files    []struct {
		ID   string  `json:"id"`
		Name string  `json:"filename"`
		Type string  `json:"content_type"`
		URL  string  `json:"url"`
		Size float64 `json:"size"`
	} `json:"attachments"`
	ReplyTo *message `json:"referenced_message"`
}

func (m message) nonce() string { return strings.Trim(string(m.Nonce), `"`) }

// marks are the ids of the first components, 0 where there is none that can be read.
func (m message) marks() (ids [2]int32) {
	var parts []struct {
		ID int32 `json:"id"`
	}
	if json.Unmarshal(m.Parts, &parts) != nil {
		return ids
	}
	for i, p := range parts[:min(len(ids), len(parts))] {
		ids[i] = p.ID
	}
	return ids
}

// interaction is what Discord sends when somebody uses a command, clicks or sends a form. Only what is needed is read.
type interaction struct {
	ID          string `json:"id"`
	Application string `json:"application_id"`
	Type        int    `json:"type"`
	Token       string `json:"token"`
	Guild       string `json:"guild_id"`
	ChannelID   string `json:"channel_id"`
	Channel     struct {
		ID   string `json:"id"`
		Type int    `json:"type"`
	} `json:"channel"`
	Member struct {
		Nick  string   `json:"nick"`
		User  user     `json:"user"`
		Roles []string `json:"roles"`
	} `json:"member"`
	User    user            `json:"user"`
	Data    json.RawMessage `json:"data"`
	Message struct {
		Reference struct {
			Message string `json:"message_id"`
		} `json:"message_reference"`
	} `json:"message"`
}

// interactionData is the part of an interaction that depends on its kind.
type interactionData struct {
	Name     string          `json:"name"`
	CustomID string          `json:"custom_id"`
	Target   string          `json:"target_id"`
	Values   json.RawMessage `json:"values"`
	Parts    json.RawMessage `json:"components"`
	Options  []struct {
		Name    string          `json:"name"`
		Value   json.RawMessage `json:"value"`
		Focused bool            `json:"focused"`
	} `json:"options"`
	Resolved struct {
		Messages map[string]message `json:"messages"`
	} `json:"resolved"`
}

// The kinds of interaction.
const (
	kindPing      = 1
	kindCommand   = 2
	kindComponent = 3
	kindTyping    = 4
	kindForm      = 5
)

// fields reads the inputs of a form, however deep they are nested: of a text its value, of a choice its first. Kinds of
// input that are not known yet are read the same way or left out.
func fields(raw json.RawMessage) map[string]string {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return map[string]string{}
	}
	out := map[string]string{}
	gather(v, out, 0)
	return out
}

func gather(v any, out map[string]string, depth int) {
	if depth > 8 {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			gather(x, out, depth+1)
		}
	case map[string]any:
		if id, ok := v["custom_id"].(string); ok {
			if value, ok := v["value"].(string); ok {
				out[id] = value
			}
			if values, ok := v["values"].([]any); ok && len(values) > 0 {
				if first, ok := values[0].(string); ok {
					out[id] = first
				}
			}
		}
		gather(v["components"], out, depth+1)
		gather(v["component"], out, depth+1)
	}
}

// first is the first of a select's values, "" when there is none.
func first(raw json.RawMessage) string {
	var values []any
	if json.Unmarshal(raw, &values) != nil || len(values) == 0 {
		return ""
	}
	s, _ := values[0].(string)
	return s
}

// moments reads a timestamp; zero when it is none.
func moments(text string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return time.Time{}
	}
	return t.UTC()
}
