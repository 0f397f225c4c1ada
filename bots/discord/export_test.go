package discord

import "github.com/aisteam/aisteam/assistant"

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
