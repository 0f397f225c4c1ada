package discord

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// mostParts is how many messages an answer may take. What is longer still is shown from its beginning, with the whole of
// it as a file.
const mostParts = 8

// fileLimit is how long a file may be that goes with a message; every server takes ten million bytes.
const fileLimit = 8 << 20

// draw turns a card into the looks of its messages, most of them at most; none for what Discord does not show.
func (r renderer) draw(c bots.Card, most int) []look {
	if a, ok := c.(bots.AnswerCard); ok && !a.Status {
		a, _ = bots.SafeCard(a, r.hosts).(bots.AnswerCard)
		return r.answer(a, most)
	}
	l, ok := r.render(c)
	if !ok {
		return nil
	}
	return []look{l}
}

// answer draws an answer in as few messages as hold it. The last one carries what belongs to all.
func (r renderer) answer(c bots.AnswerCard, most int) []look {
	with := r.enclosed(c)
	end := noted(c)
	if files := r.fileLines(c); files != "" {
		end = append(end, text(files))
	}
	for _, f := range with {
		end = append(end, f.component())
	}
	end = append(append(end, small(speaker(c.Agent), origins(c))), rating(c)...)
	begin := handed(c.Handoffs)
	_, used := measure(slices.Concat(begin, end))
	words := pages(markdown(bots.SafeLinks(strings.ToValidUTF8(c.Text, "�"), r.hosts)), limitTotal-used-300)
	if len(words) > most {
		l := r.beginning(c, words[0], end, with)
		l.components = slices.Concat(begin, l.components)
		return []look{l}
	}
	var out []look
	for i, w := range words[:max(0, len(words)-1)] {
		out = append(out, look{components: []component{text(w), small(speaker(c.Agent), fmt.Sprintf("%d of %d", i+1, len(words)))}})
	}
	last := look{components: end, files: with}
	if n := len(words); n > 0 {
		last.components = append([]component{text(words[n-1])}, end...)
	}
	out = append(out, last)
	out[0].components = slices.Concat(begin, out[0].components)
	return out
}

// beginning draws what is too long even for many messages, with all of it as a file where there may be files.
func (r renderer) beginning(c bots.AnswerCard, words string, end []component, with []enclosure) look {
	cs := []component{text(words), text(r.whole(c.Conversation))}
	if !r.bare {
		whole := c.Text
		if len(whole) > fileLimit {
			whole = whole[:fileLimit]
		}
		file := enclosure{name: wholeName, whole: strings.ToValidUTF8(whole, "�")}
		cs, with = append(cs, file.component()), append([]enclosure{file}, with...)
	}
	return look{components: append(cs, end...), files: with}
}

// whole says where the rest of a long text is.
func (r renderer) whole(c assistant.ConversationID) string {
	short, or := "*… this is only the beginning; the whole text is in the file.*", "Or read it in the panel"
	if r.bare {
		short, or = "*… this is only the beginning: I may not add files here.*", "Read all of it in the panel"
	}
	if r.publicURL == "" {
		return short
	}
	return fmt.Sprintf("%s [%s](%s/c/%s)", short, or, r.publicURL, c)
}

// blank is the look of a message that its card does not need any more.
func blank() look { return look{components: []component{small("shown above")}} }
