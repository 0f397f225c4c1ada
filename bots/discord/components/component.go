package components

import (
	"strings"

	"github.com/aisteam/aisteam/bots"
)

// The kinds of component that are used.
const (
	typeRow       = 1
	typeButton    = 2
	typeSelect    = 3
	typeInput     = 4
	typeText      = 10
	typeFile      = 13
	typeSeparator = 14
	typeContainer = 17
	typeLabel     = 18
)

// The styles of a button.
const (
	stylePrimary   = 1
	styleSecondary = 2
	styleSuccess   = 3
	styleDanger    = 4
)

// The flags of a message.
const (
	FlagSuppressEmbeds        = 1 << 2
	FlagEphemeral             = 1 << 6
	flagSuppressNotifications = 1 << 12
	FlagComponentsV2          = 1 << 15
)

// The colours at the edge of a card.
const (
	colourWaiting = 0xF0B232
	colourWorking = 0x5865F2
	colourGood    = 0x57F287
	colourBad     = 0xED4245
	colourQuiet   = 0x99AAB5
)

// Component is any part of a message or of a form, as it goes over the wire. It is our own because the library lacks some
// kinds and always sends others' fields.
type Component struct {
	Type        int         `json:"type"`
	ID          int32       `json:"id,omitempty"`
	Content     string      `json:"content,omitempty"`
	File        *media      `json:"file,omitempty"`
	AccentColor int         `json:"accent_color,omitempty"`
	Components  []Component `json:"components,omitempty"`
	Component   *Component  `json:"component,omitempty"` // of a label
	Divider     *bool       `json:"divider,omitempty"`
	Spacing     int         `json:"spacing,omitempty"`
	Style       int         `json:"style,omitempty"`
	Label       string      `json:"label,omitempty"`
	Description string      `json:"description,omitempty"`
	CustomID    string      `json:"custom_id,omitempty"`
	Disabled    bool        `json:"disabled,omitempty"`
	Options     []option    `json:"options,omitempty"`
	Placeholder string      `json:"placeholder,omitempty"`
	Required    *bool       `json:"required,omitempty"`
	MinValues   *int        `json:"min_values,omitempty"`
	MaxLength   int         `json:"max_length,omitempty"`
	Value       string      `json:"value,omitempty"`
}

// media is where a file is: one that goes with the message.
type media struct {
	URL string `json:"url"`
}

// option is one choice of a select.
type option struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Default     bool   `json:"default,omitempty"` // it is chosen already
}

// Text is a text that is safe already.
func Text(safe string) Component {
	if strings.TrimSpace(safe) == "" {
		safe = "–" // Discord refuses an empty text
	}
	return Component{Type: typeText, Content: safe}
}

// small is grey small print; the pieces that are not empty stand on one line.
func small(safe ...string) Component {
	var parts []string
	for _, s := range safe {
		if s != "" {
			parts = append(parts, s)
		}
	}
	if len(parts) == 0 {
		parts = []string{"–"}
	}
	return Text("-# " + strings.Join(parts, " · "))
}

func separator(line bool) Component {
	return Component{Type: typeSeparator, Divider: &line, Spacing: 1}
}

func container(colour int, cs ...Component) Component {
	return Component{Type: typeContainer, AccentColor: colour, Components: cs}
}

func row(cs ...Component) Component { return Component{Type: typeRow, Components: cs} }

func button(style int, label, id string) Component {
	return Component{Type: typeButton, Style: style, Label: Label(label, limitButton), CustomID: id}
}

// Label is a label that is never empty.
func Label(s string, n int) string {
	if s = bots.Clip(bots.OneLine(s), n); s == "" {
		return "–"
	}
	return s
}

// rows spreads buttons over rows of five.
func rows(buttons []Component) []Component {
	var out []Component
	for len(buttons) > 0 {
		n := min(5, len(buttons))
		out = append(out, row(buttons[:n:n]...))
		buttons = buttons[n:]
	}
	return out
}
