package slack

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// look is a card as Slack shows it.
type look struct {
	text   string // for notifications and screen readers
	blocks []slackapi.Block
	files  []string // where those are kept that go with it
	decide string   // how people decide in words what the buttons are for
	draft  bool     // it is still being written
}

// with is the look of a card that hands over files.
func (l look) with(files []assistant.File) look {
	for _, f := range files {
		l.files = append(l.files, f.URL)
	}
	return l
}

// size is the length of the blocks as JSON, in characters.
func (l look) size() int {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(l.blocks); err != nil {
		return limitBlocks + 1
	}
	return utf8.RuneCount(b.Bytes())
}

// hash names the look.
func (l look) hash() string {
	h := sha256.New()
	h.Write([]byte(l.text))
	if err := json.NewEncoder(h).Encode(l.blocks); err != nil {
		return ""
	}
	for _, f := range l.files {
		h.Write([]byte(f))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// named gives every block an id of its own that changes with the look.
func (l look) named() look {
	prefix := l.hash()[:12] + ":"
	for i, b := range l.blocks {
		id := prefix + itoa(i)
		switch b := b.(type) {
		case *slackapi.SectionBlock:
			b.BlockID = id
		case *slackapi.ContextBlock:
			b.BlockID = id
		case *slackapi.ActionBlock:
			b.BlockID = id
		case *slackapi.ContextActionsBlock:
			b.BlockID = id
		case *slackapi.PlanBlock:
			b.BlockID = id
		case *slackapi.ContainerBlock:
			b.BlockID = id
		case *slackapi.MarkdownBlock:
			b.BlockID = id
		}
	}
	return l
}

func plainText(s string, n int) *slackapi.TextBlockObject {
	s = bots.Clip(bots.OneLine(s), n)
	if s == "" {
		s = "–" // Slack refuses an empty text
	}
	return &slackapi.TextBlockObject{Type: slackapi.PlainTextType, Text: s}
}

// mrkdwn takes text that is safe already. Verbatim leaves our own links and dates alive and makes none of addresses in
// what people, models and tools wrote.
func mrkdwn(s string) *slackapi.TextBlockObject {
	return &slackapi.TextBlockObject{Type: slackapi.MarkdownType, Text: s, Verbatim: true}
}

func section(safe string) *slackapi.SectionBlock {
	return slackapi.NewSectionBlock(mrkdwn(safe), nil, nil)
}

// contextLine puts the pieces that are not empty on one grey line.
func contextLine(safe ...string) *slackapi.ContextBlock {
	var parts []string
	for _, s := range safe {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return slackapi.NewContextBlock("", mrkdwn(strings.Join(parts, " · ")))
}

// rich is plain lines as a rich text, whose text is never read as markup.
func rich(lines []string, n int) *slackapi.RichTextBlock {
	text := bots.Clip(strings.Join(lines, "\n"), n)
	if text == "" {
		return nil
	}
	return slackapi.NewRichTextBlock("", slackapi.NewRichTextSection(slackapi.NewRichTextSectionTextElement(text, nil)))
}

// confirmation asks again before a click counts.
type confirmation struct {
	title, text, yes, no string
	danger               bool
}

func button(action, value, label string, style slackapi.Style, c *confirmation) *slackapi.ButtonBlockElement {
	b := slackapi.NewButtonBlockElement(action, value, plainText(label, limitButton)).WithStyle(style)
	if c != nil {
		b.Confirm = slackapi.NewConfirmationBlockObject(plainText(c.title, 100), plainText(c.text, 300), plainText(c.yes, 30), plainText(c.no, 30))
		if c.danger {
			b.Confirm.Style = slackapi.StyleDanger
		}
	}
	return b
}

// fit renders with less and less detail until the blocks fit into a message. Where even the least does not, the words for
// screen readers and the buttons are what is left.
func fit(details int, render func(detail int) look) look {
	var l look
	for d := details; d >= 0; d-- {
		if l = render(d); l.size() <= limitBlocks {
			return l
		}
	}
	least := []slackapi.Block{section(bots.Clip(l.text, limitSection))}
	if acts, ok := l.blocks[len(l.blocks)-1].(*slackapi.ActionBlock); ok {
		least = append(least, acts)
	}
	return look{text: l.text, blocks: least, decide: l.decide}
}

// spread divides lines over blocks of at most n units, at most `most` blocks; what does not fit is left out at the front,
// where the oldest lines are.
func spread(lines []string, n, most int) (chunks []string, left int) {
	for i, l := range slices.Backward(lines) {
		l = bots.Clip(l, n)
		last := len(chunks) - 1
		switch {
		case last >= 0 && bots.Width(chunks[last])+1+bots.Width(l) <= n:
			chunks[last] = l + "\n" + chunks[last]
		case len(chunks) == most:
			slices.Reverse(chunks)
			return chunks, i + 1
		default:
			chunks = append(chunks, l)
		}
	}
	slices.Reverse(chunks)
	return chunks, 0
}
