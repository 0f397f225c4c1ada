package discord

import (
	"encoding/json"
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// ParseEvent reads an event and returns what is said where, "" where nothing is to be done.
func ParseEvent(kind string, raw []byte) (assistant.Inbound, string, error) {
	a, err := readEvent(kind, raw, "900", "", "tenant")
	return a.in, a.ignored, err
}

// ParseInteraction reads an interaction and returns what becomes part of an address.
func ParseInteraction(raw []byte) (id, token, channel string, err error) {
	r, err := readInteraction(raw)
	return r.id, r.token, r.channel, err
}

// ParseServer reads what the gateway tells of a server and returns the channels that would be read.
func ParseServer(raw []byte) []string {
	var s server
	if json.Unmarshal(raw, &s) != nil {
		return nil
	}
	var out []string
	for _, x := range withNews(slices.Concat(s.Channels, s.Threads), "0", nil) {
		out = append(out, x.ID)
	}
	return out
}

// ParseBefore reads a message that was said before a summons, as its line.
func ParseBefore(raw []byte) string {
	var m message
	if json.Unmarshal(raw, &m) != nil {
		return ""
	}
	return New(Config{}).saidBy(m)
}
