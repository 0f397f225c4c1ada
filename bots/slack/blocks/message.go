package blocks

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
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// Message is a card as Slack shows it.
type Message struct {
	Text   string // for notifications and screen readers
	Blocks []slackapi.Block
	files  []string // where those are kept that go with it
	decide string   // how people decide in words what the buttons are for
	offers string   // what an answer offers to be asked next, in words
	in     wording.Words
	Draft  bool // it is still being written
}

// With is the message of a card that hands over files.
func (l Message) With(files []assistant.File) Message {
	for _, f := range files {
		l.files = append(l.files, f.URL)
	}
	return l
}

// size is the length of the blocks as JSON, in characters.
func (l Message) size() int {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(l.Blocks); err != nil {
		return limitBlocks + 1
	}
	return utf8.RuneCount(b.Bytes())
}

// Hash names what is shown: two messages with the same hash look the same.
func (l Message) Hash() string {
	h := sha256.New()
	h.Write([]byte(l.Text))
	if err := json.NewEncoder(h).Encode(l.Blocks); err != nil {
		return ""
	}
	for _, f := range l.files {
		h.Write([]byte(f))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Named gives every block an id of its own that changes with what the message shows.
func (l Message) Named() Message {
	prefix := l.Hash()[:12] + ":"
	for i, b := range l.Blocks {
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

// PlainText is text that Slack reads as it is, of at most n units. It is never empty, which Slack would refuse.
func PlainText(s string, n int) *slackapi.TextBlockObject {
	s = bots.Clip(bots.OneLine(s), n)
	if s == "" {
		s = "–" // Slack refuses an empty text
	}
	return &slackapi.TextBlockObject{Type: slackapi.PlainTextType, Text: s}
}

// mrkdwn wraps text that is already safe. Verbatim keeps our own links and dates working and creates none from addresses that
// people, models and tools wrote.
func mrkdwn(s string) *slackapi.TextBlockObject {
	return &slackapi.TextBlockObject{Type: slackapi.MarkdownType, Text: s, Verbatim: true}
}

// Section is a block of mrkdwn that is safe already.
func Section(safe string) *slackapi.SectionBlock {
	return slackapi.NewSectionBlock(mrkdwn(safe), nil, nil)
}

// ContextLine puts the pieces that are not empty on one grey line.
func ContextLine(safe ...string) *slackapi.ContextBlock {
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

// Button is a button that sends its value under its action; where it is to be sure, Slack asks once more before it does.
func Button(action, value, label string, style slackapi.Style, sure *view.Sure) *slackapi.ButtonBlockElement {
	b := slackapi.NewButtonBlockElement(action, value, PlainText(label, LimitButton)).WithStyle(style)
	if sure != nil {
		b.Confirm = confirmation(sure)
	}
	return b
}

// confirmation asks again before a click counts.
func confirmation(s *view.Sure) *slackapi.ConfirmationBlockObject {
	c := slackapi.NewConfirmationBlockObject(PlainText(s.Title, 100), PlainText(s.Text, 300), PlainText(s.Yes, 30), PlainText(s.No, 30))
	if s.Grave {
		c.Style = slackapi.StyleDanger
	}
	return c
}

// fit renders with less and less detail until the blocks fit into a message. Where even the least does not, the words for
// screen readers and the buttons are what is left.
func fit(details int, render func(detail int) Message) Message {
	var l Message
	for d := details; d >= 0; d-- {
		if l = render(d); l.size() <= limitBlocks && len(l.Blocks) <= mostBlocks {
			return l
		}
	}
	least := []slackapi.Block{Section(bots.Clip(l.Text, LimitSection))}
	for _, b := range l.Blocks {
		if acts, ok := b.(*slackapi.ActionBlock); ok {
			least = append(least, acts)
		}
	}
	return Message{Text: l.Text, Blocks: least[:min(len(least), mostBlocks)], decide: l.decide, offers: l.offers}
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

// Options give the message to a call of the Web API. An edit says outright that there are no blocks, or those of before would stay.
func (l Message) Options(edit bool) []slackapi.MsgOption {
	out := []slackapi.MsgOption{slackapi.MsgOptionText(l.Text, false)}
	if edit || len(l.Blocks) > 0 {
		out = append(out, slackapi.MsgOptionBlocks(l.Blocks...))
	}
	return out
}
