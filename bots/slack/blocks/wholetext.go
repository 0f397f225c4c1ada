package blocks

import (
	"encoding/json"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// wholeBlocks is how many blocks of text the view has, of 100; the warnings and what is left take the rest.
const wholeBlocks = 60

// WholeView shows all of the text that is to be approved, as text and nothing else.
func WholeView(a assistant.Approval, hosts []string, in wording.Words) slackapi.ModalViewRequest {
	says := view.Of(bots.ApprovalCard{Approval: a, Language: in.Language()}, view.Reader{Hosts: hosts})
	p, _ := view.Find[view.Preview](says)
	v := slackapi.ModalViewRequest{Type: slackapi.VTModal, Title: PlainText(in.Say(view.LabelRead), 24), Close: PlainText(in.Say("Close"), 24)}
	add := func(text string) {
		v.Blocks.BlockSet = append(v.Blocks.BlockSet, slackapi.NewSectionBlock(&slackapi.TextBlockObject{Type: slackapi.PlainTextType, Text: text}, nil, nil))
	}
	add(bots.Clip(says.Title, LimitSection))
	for _, w := range warnings(says.In, p.Warnings, 20, 500) {
		v.Blocks.BlockSet = append(v.Blocks.BlockSet, Section(w))
	}
	chunks, left := pieces(p.Whole, LimitSection, wholeBlocks)
	room := formLimit
	for _, c := range chunks {
		raw, err := json.Marshal(c)
		if room -= len(raw); err != nil || room < 0 {
			left = true
			break
		}
		add(c)
	}
	if left {
		add(in.Say("The text goes on. It stands whole on the panel."))
	}
	return v
}

// pieces cuts a text into at most `most` pieces of n units, at ends of lines where there are some.
func pieces(text string, n, most int) (out []string, left bool) {
	for text = strings.TrimSpace(strings.ToValidUTF8(text, "�")); text != ""; text = strings.TrimSpace(text) {
		if len(out) == most {
			return out, true
		}
		one := clipExactly(text, n)
		if at := strings.LastIndexByte(one, '\n'); len(one) < len(text) && at > len(one)/2 {
			one = one[:at]
		}
		out, text = append(out, strings.TrimSpace(one)), text[len(one):]
	}
	return out, false
}

// clipExactly is the beginning of a text that is at most n units long.
func clipExactly(text string, n int) string {
	width := 0
	for i, r := range text {
		if width += bots.Width(string(r)); width > n {
			return text[:i]
		}
	}
	return text
}
