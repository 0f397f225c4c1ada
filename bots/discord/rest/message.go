package rest

import (
	"cmp"
	"encoding/json"
	"strings"
	"time"
)

// User is somebody on Discord.
type User struct {
	ID       string `json:"id"`
	Username string `json:"username"`
	Global   string `json:"global_name"`
	Bot      bool   `json:"bot"`
	System   bool   `json:"system"`
}

// Name is the name that people see.
func (u User) Name() string { return cmp.Or(u.Global, u.Username) }

// Message is the part of a message that is read. Other fields, such as embeds, are not decoded.
type Message struct {
	ID        string          `json:"id"`
	Channel   string          `json:"channel_id"`
	Guild     string          `json:"guild_id"`
	Type      int             `json:"type"`
	Author    User            `json:"author"`
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
	Mentions []User   `json:"mentions"`
	Roles    []string `json:"mention_roles"`
	Files    []struct {
		ID   string  `json:"id"`
		Name string  `json:"filename"`
		Type string  `json:"content_type"`
		URL  string  `json:"url"`
		Size float64 `json:"size"`
	} `json:"attachments"`
	ReplyTo *Message `json:"referenced_message"`
}

// PostedNonce is the nonce that it was posted with, while Discord still tells it.
func (m Message) PostedNonce() string { return strings.Trim(string(m.Nonce), `"`) }

// Marks are the ids of the first components, 0 if there is none that can be read.
func (m Message) Marks() (ids [2]int32) {
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

// Moment reads a timestamp; zero when it is none.
func Moment(text string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return time.Time{}
	}
	return t.UTC()
}

// WithServer puts a message's server beside it, which Discord leaves out when it is asked, as an event has it. The id is ""
// when it is no message.
func WithServer(raw json.RawMessage, guild string) (id string, full []byte) {
	var m map[string]json.RawMessage
	if json.Unmarshal(raw, &m) != nil || json.Unmarshal(m["id"], &id) != nil || !IsID(id) {
		return "", nil
	}
	if guild != "" {
		m["guild_id"] = json.RawMessage(`"` + guild + `"`)
	}
	full, err := json.Marshal(m)
	if err != nil {
		return "", nil
	}
	return id, full
}
