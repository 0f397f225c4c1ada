package blocks

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/bots"
)

// The limits of a message without blocks, in UTF-16 units: Slack cuts what is posted at 40,000, and refuses an edit over 4,000.
const (
	LimitPosted = 13000 // more than any message says
	LimitEdited = LimitText
)

// Words are what the blocks say, for a message without any: the same words in the same order, one line for each thing that
// stands by itself. What is pressed is left out.
func (l Message) Words() string {
	var raw bytes.Buffer
	if err := json.NewEncoder(&raw).Encode(l.Blocks); err != nil {
		return l.Text
	}
	var blocks []any
	if err := json.Unmarshal(raw.Bytes(), &blocks); err != nil {
		return l.Text
	}
	var lines []string
	for _, b := range blocks {
		lines = append(lines, wordsIn(b)...)
	}
	if len(lines) == 0 {
		return l.Text
	}
	return strings.Join(lines, "\n")
}

// wordsIn returns the text of a block and its children, in the order in which Slack shows it.
func wordsIn(v any) []string {
	switch v := v.(type) {
	case []any:
		var out []string
		for _, x := range v {
			out = append(out, wordsIn(x)...)
		}
		return out
	case map[string]any:
		return wordsOf(v)
	default:
		return nil
	}
}

func wordsOf(v map[string]any) []string {
	kind, _ := v["type"].(string)
	switch kind {
	case "actions", "context_actions", "button", "input", "image", "divider":
		return nil
	case string(slackapi.MarkdownType):
		text, _ := v["text"].(string)
		return some(text)
	case string(slackapi.PlainTextType), "markdown":
		text, _ := v["text"].(string)
		return some(Escape(text, LimitPosted))
	case "rich_text_section", "rich_text_preformatted", "rich_text_quote":
		return some(inline(v["elements"]))
	case "context":
		return some(strings.Join(wordsIn(v["elements"]), " · "))
	}
	var out []string
	for _, key := range []string{"title", "subtitle", "text", "fields", "elements", "details", "output", "sources", "tasks", "child_blocks"} {
		text, plain := v[key].(string)
		switch {
		case plain && kind == "task_card" && key == "title":
			out = append(out, some(Escape(text, LimitPosted)+taskState(v["status"]))...)
		case plain:
			out = append(out, some(Escape(text, LimitPosted))...)
		case key == "sources":
			out = append(out, sources(v[key])...)
		default:
			out = append(out, wordsIn(v[key])...)
		}
	}
	return out
}

func some(text string) []string {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	return []string{text}
}

// inline joins what stands on one line of a rich text.
func inline(v any) string {
	all, _ := v.([]any)
	var b strings.Builder
	for _, x := range all {
		e, _ := x.(map[string]any)
		for _, key := range []string{"text", "url"} {
			if text, ok := e[key].(string); ok && text != "" {
				b.WriteString(Escape(text, LimitPosted))
				break
			}
		}
	}
	return b.String()
}

func sources(v any) []string {
	all, _ := v.([]any)
	var out []string
	for _, x := range all {
		e, _ := x.(map[string]any)
		if url, ok := e["url"].(string); ok {
			out = append(out, Escape(url, 1000))
		}
	}
	return out
}

// taskState says in words what a card shows as a sign.
func taskState(v any) string {
	switch v {
	case string(slackapi.TaskCardStatusInProgress):
		return " (in progress)"
	case string(slackapi.TaskCardStatusComplete):
		return " (done)"
	case string(slackapi.TaskCardStatusError):
		return " (failed)"
	default:
		return ""
	}
}

// presses tells whether the message has a button that matters: ratings do not.
func (l Message) presses() bool {
	return slices.ContainsFunc(l.Blocks, func(b slackapi.Block) bool { _, ok := b.(*slackapi.ActionBlock); return ok })
}

// Plainly is the message as words alone, of at most so many units, with the way to decide where there was something to press.
func (l Message) Plainly(panel string, most int) Message {
	end := ""
	if l.presses() && l.decide != "" {
		end = "\n" + Escape(l.decide, 400)
		if panel != "" {
			end += " " + l.in.Say("Or decide on the panel: %s", panel)
		}
	}
	if l.offers != "" {
		end += "\n" + Escape(l.offers, 600)
	}
	words := l.Words()
	if room := most - bots.Width(end) - 250; bots.Width(words) > room {
		words = clipped(words, room) + "\n… " + l.in.Say("this is only the beginning")
		if panel != "" {
			words += ": " + l.in.Say("all of it is on the panel: %s", panel)
		}
	}
	return Message{Text: words + end}
}

// Told is the line that stands for a message that is refused in every form.
func (l Message) Told(panel string) Message {
	return Message{Text: Escape(bots.Told(l.in, "Slack", panel), LimitText)}
}

// clipped cuts escaped text between characters, never within an entity or one of our own links.
func clipped(s string, n int) string {
	s = strings.TrimSuffix(bots.Clip(s, n), "…")
	for _, pair := range [][2]string{{"<", ">"}, {"&", ";"}} {
		if at := strings.LastIndex(s, pair[0]); at >= 0 && !strings.Contains(s[at:], pair[1]) {
			s = s[:at]
		}
	}
	return s
}
