package receive

import (
	"encoding/json"

	"github.com/aisteam/aisteam/bots/discord/rest"
)

// interaction is what Discord sends when somebody uses a command, clicks or sends a form. Only what is needed is read.
type interaction struct {
	ID        string `json:"id"`
	Type      int    `json:"type"`
	Token     string `json:"token"`
	Guild     string `json:"guild_id"`
	ChannelID string `json:"channel_id"`
	Channel   struct {
		ID   string `json:"id"`
		Type int    `json:"type"`
	} `json:"channel"`
	Member struct {
		Nick  string    `json:"nick"`
		User  rest.User `json:"user"`
		Roles []string  `json:"roles"`
	} `json:"member"`
	User    rest.User       `json:"user"`
	Locale  string          `json:"locale"` // of the user's Discord
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

// first returns the first of a select's values, or "".
func first(raw json.RawMessage) string {
	var values []any
	if json.Unmarshal(raw, &values) != nil || len(values) == 0 {
		return ""
	}
	s, _ := values[0].(string)
	return s
}
