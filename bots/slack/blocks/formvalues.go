package blocks

import (
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

// Words is what was written into a block's input.
func (f Fields) Words(block string) string { return strings.TrimSpace(f[block][InputID].Value) }

// Written is what was written there, as it is.
func (f Fields) Written(block string) string { return f[block][InputID].Value }

// Chosen is the option that was chosen in a block.
func (f Fields) Chosen(block string) string { return f[block][InputID].Selected.Value }

// User is the user who was chosen in a block.
func (f Fields) User(block string) string { return f[block][InputID].User }

// Answer reads the inputs of one of a clarification's questions.
func (f Fields) Answer(question int) (own, chosen string) {
	return f.Words(blockOwn + itoa(question)), f.Chosen(blockChoice + itoa(question))
}

// FirstInput is the block of the first question's input, where a form shows what is wrong.
func FirstInput(q assistant.Clarification) string {
	if len(q.Questions) > 0 && len(q.Questions[0].Options) > 0 && len(q.Questions[0].Options) <= 100 {
		return blockChoice + "0"
	}
	return blockOwn + "0"
}
