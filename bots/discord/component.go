package discord

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
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
	flagSuppressEmbeds        = 1 << 2
	flagEphemeral             = 1 << 6
	flagSuppressNotifications = 1 << 12
	flagComponentsV2          = 1 << 15
)

// The colours at the edge of a card.
const (
	colourWaiting = 0xF0B232
	colourWorking = 0x5865F2
	colourGood    = 0x57F287
	colourBad     = 0xED4245
	colourQuiet   = 0x99AAB5
)

// component is any part of a message or of a form, as it goes over the wire. It is our own because the library lacks some
// kinds and always sends others' fields.
type component struct {
	Type        int         `json:"type"`
	ID          int32       `json:"id,omitempty"`
	Content     string      `json:"content,omitempty"`
	File        *media      `json:"file,omitempty"`
	AccentColor int         `json:"accent_color,omitempty"`
	Components  []component `json:"components,omitempty"`
	Component   *component  `json:"component,omitempty"` // of a label
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
	Default     bool   `json:"default,omitempty"`
}

// look is a message as Discord shows it.
type look struct {
	components []component
	files      []enclosure // that go with it
	calls      string      // the one user that it may page, "" for nobody
	decide     string      // how people decide in words what the buttons are for
	draft      bool        // it is still being written
	as         string      // the hash of the look that it stands for; "" for none
}

// hash names the look; "" says that it cannot be written.
func (l look) hash() string {
	raw, err := json.Marshal(l.components)
	if err != nil {
		return ""
	}
	for _, f := range l.files {
		raw = append(append(raw, f.made.URL...), f.whole...)
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:16])
}

// fits tells whether Discord takes the look in one message, with room to spare.
func (l look) fits() bool {
	n, text := measure(l.components)
	return n <= limitComponents && text <= limitTotal
}

// measure counts components with their nesting, and the characters of all texts.
func measure(cs []component) (n, text int) {
	for _, c := range cs {
		kids, inside := measure(c.Components)
		n += 1 + kids
		text += inside + bots.Width(c.Content)
	}
	return n, text
}

// text is a text that is safe already.
func text(safe string) component {
	if strings.TrimSpace(safe) == "" {
		safe = "–" // Discord refuses an empty text
	}
	return component{Type: typeText, Content: safe}
}

// small is grey small print; the pieces that are not empty stand on one line.
func small(safe ...string) component {
	var parts []string
	for _, s := range safe {
		if s != "" {
			parts = append(parts, s)
		}
	}
	if len(parts) == 0 {
		parts = []string{"–"}
	}
	return text("-# " + strings.Join(parts, " · "))
}

func separator(line bool) component {
	return component{Type: typeSeparator, Divider: &line, Spacing: 1}
}

func container(colour int, cs ...component) component {
	return component{Type: typeContainer, AccentColor: colour, Components: cs}
}

func row(cs ...component) component { return component{Type: typeRow, Components: cs} }

func button(style int, label, id string) component {
	return component{Type: typeButton, Style: style, Label: label0(label, limitButton), CustomID: id}
}

// label0 is a label that is never empty.
func label0(s string, n int) string {
	if s = bots.Clip(bots.OneLine(s), n); s == "" {
		return "–"
	}
	return s
}

// rows spreads buttons over rows of five.
func rows(buttons []component) []component {
	var out []component
	for len(buttons) > 0 {
		n := min(5, len(buttons))
		out = append(out, row(buttons[:n:n]...))
		buttons = buttons[n:]
	}
	return out
}

// fit renders with less and less detail until the look fits into a message. Where even the least does not, texts are cut
// evenly: what people can press stays.
func fit(details int, render func(detail int) look) look {
	var l look
	for d := details; d >= 0; d-- {
		if l = render(d); l.fits() {
			return l
		}
	}
	for n := 600; n > 20 && !l.fits(); n /= 2 {
		l = look{components: shorten(l.components, n)}
	}
	return l
}

func shorten(cs []component, n int) []component {
	out := make([]component, len(cs))
	for i, c := range cs {
		c.Content = bots.Clip(c.Content, n)
		c.Components = shorten(c.Components, n)
		if len(c.Components) == 0 {
			c.Components = nil
		}
		out[i] = c
	}
	return out
}
