package components

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// Mentions limits whom a message may page: nobody, or the person a reminder is for.
type Mentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`
}

// Nobody pages nobody.
func Nobody() Mentions { return Mentions{Parse: []string{}} }

// mentions is who the look may page.
func (l Look) mentions() Mentions {
	out := Nobody()
	if l.calls != "" {
		out.Users = []string{l.calls}
	}
	return out
}

// Posting is a new message.
type Posting struct {
	Content    string      `json:"content,omitempty"`
	Flags      int         `json:"flags"`
	Mentions   Mentions    `json:"allowed_mentions"`
	Components []Component `json:"components,omitempty"`
	Nonce      string      `json:"nonce,omitempty"`
	Enforce    bool        `json:"enforce_nonce,omitempty"`
	Reference  *reference  `json:"message_reference,omitempty"`

	Attachments []Attachment `json:"attachments,omitempty"`
	files       []Enclosure
}

type reference struct {
	Message string `json:"message_id"`
	Fail    bool   `json:"fail_if_not_exists"`
}

// Editing is a message's new look.
type Editing struct {
	Flags      int         `json:"flags"`
	Mentions   Mentions    `json:"allowed_mentions"`
	Components []Component `json:"components"`

	Attachments []Attachment `json:"attachments,omitempty"` // none: those that are there stay
	files       []Enclosure
}

// Hashes names what the looks of a card are together.
func Hashes(looks []Look) string {
	if len(looks) == 1 {
		return looks[0].hash()
	}
	all := make([]string, len(looks))
	for i, l := range looks {
		all[i] = l.hash()
	}
	return strings.Join(all, "")
}

// Posting is the message that the part is posted as.
func (k Part) Posting(l Look, p assistant.Place, quietly bool) Posting {
	m := Posting{
		Flags: FlagComponentsV2 | FlagSuppressEmbeds, Mentions: l.mentions(), Components: k.marked(l), Nonce: k.own(), Enforce: true,
		Attachments: attachments(l.Files), files: l.Files,
	}
	if quietly {
		m.Flags |= flagSuppressNotifications
	}
	if p.Thread != "" {
		m.Reference = &reference{Message: p.Thread}
	}
	return m
}

// Editing is what makes a message look so.
func (l Look) Editing() Editing {
	return Editing{
		Flags: FlagComponentsV2 | FlagSuppressEmbeds, Mentions: Nobody(), Components: l.Components,
		Attachments: attachments(l.Files), files: l.Files,
	}
}
