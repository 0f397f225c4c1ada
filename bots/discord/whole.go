package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// whole shows who asked all of the text that is to be approved, a page of it. Nobody reads another conversation's.
func (b *Bot) whole(ctx context.Context, r request) reply {
	card, err := b.slot(ctx, r, assistant.Slot("approval:"+r.subject.id))
	if errors.Is(err, assistant.ErrNotFound) {
		return whisper(noteGone, bots.AckRefused)
	}
	if err != nil {
		b.Log.ErrorContext(ctx, "discord approval not read", slog.Any("err", err))
		return whisper("I could not look that up just now. Please try again in a moment.", bots.AckUnavailable)
	}
	c, ok := card.(bots.ApprovalCard)
	if !ok {
		return whisper(noteGone, bots.AckRefused)
	}
	var lines []string
	for _, w := range c.Approval.Preview.Warnings {
		lines = append(lines, "⚠️ "+line(w, 400))
	}
	for l := range strings.SplitSeq(c.Approval.Preview.Whole, "\n") {
		lines = append(lines, wrapped(l)...)
	}
	leaves := pages(lines, thoughtPage)
	if len(leaves) == 0 {
		return whisper("There is no more to read than the card shows.", bots.AckRefused)
	}
	return leafed(r, leaves, verbReadPage)
}

// wrapped is a line of a text as text and nothing else, in pieces that fit on a page; it is cut between words where it can be.
func wrapped(l string) []string {
	const most = 500
	runes := []rune(strings.TrimRight(strings.ToValidUTF8(l, "�"), " \r\t"))
	if len(runes) == 0 {
		return []string{""}
	}
	var out []string
	for len(runes) > 0 {
		n := min(most, len(runes))
		if at := n - 1; n < len(runes) {
			for at > n/2 && runes[at] != ' ' {
				at--
			}
			if runes[at] == ' ' {
				n = at + 1
			}
		}
		out = append(out, esc(string(runes[:n]), thoughtPage))
		runes = runes[n:]
	}
	return out
}

// warnings are what nobody may overlook, a line each.
func warnings(p assistant.Preview, most, n int) string {
	var out []string
	for i, w := range p.Warnings {
		if i == most {
			out = append(out, fmt.Sprintf("⚠️ and %s", count(len(p.Warnings)-i, "more warning", "more warnings")))
			break
		}
		out = append(out, "⚠️ "+line(w, n))
	}
	return strings.Join(out, "\n")
}
