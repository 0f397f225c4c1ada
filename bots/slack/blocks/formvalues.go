package blocks

import (
	"cmp"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// field is one input of a form.
type field struct {
	Value    string `json:"value"`
	User     string `json:"selected_user"`
	Selected struct {
		Value string `json:"value"`
	} `json:"selected_option"`
}

// Fields are the inputs of a form that was sent, by the block and the input.
type Fields map[string]map[string]field

// Sent is what was written, or chosen, in a block; false where the form had no such block.
func (f Fields) Sent(block string) (string, bool) {
	inputs, ok := f[block]
	return cmp.Or(inputs[InputID].Selected.Value, inputs[InputID].Value), ok
}

// Words returns the text entered in a block, trimmed.
func (f Fields) Words(block string) string { return strings.TrimSpace(f[block][InputID].Value) }

// Read returns what was filled in, by field key.
func (f Fields) Read(form assistant.Form) (map[string]string, error) {
	return Room().Read(form, f.Sent)
}

// Given is the same as it was written.
func (f Fields) Given(form assistant.Form) map[string]string { return Room().Given(form, f.Sent) }

// Chosen is the option that was chosen in a block.
func (f Fields) Chosen(block string) string { return f[block][InputID].Selected.Value }

// User is the user who was chosen in a block.
func (f Fields) User(block string) string { return f[block][InputID].User }
