package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/aisteam/aisteam/internal/mishap"
	"github.com/aisteam/aisteam/internal/rig"
)

// said is one message of a person's.
type said struct {
	word     string // that no other message has
	external string // the platform's id of it, as the log keeps it
	yes      bool   // an approval, which is answered with work
	at       time.Time
}

// talk is one conversation.
type talk struct {
	*trial
	n       int
	on      platform
	sent    []said
	ticket  string // that was asked for and approved
	edited  bool
	trouble []string
}

// platform is where a talk is held.
type platform interface {
	room
	// mention begins the conversation; a second text makes the person write both at once, and the second arrive first.
	mention(ctx context.Context, texts ...string) ([]string, error)
	// say writes in the thread and returns the message's id.
	say(ctx context.Context, text string) (string, error)
	// edit changes the last message.
	edit(ctx context.Context, text string) error
	// buttons are those that agree, as they are shown now: in the thread, or in the person's direct messages.
	buttons(direct bool, agrees agreement) []button
}

// room is what can be seen of a talk.
type room interface {
	// shows tells whether a post of the bot's shows the word now.
	shows(word string) bool
	// posts are the bot's, in order.
	posts() []post
	// place is where the product keeps the thread: channel and thread.
	place() (channel, thread string)
}

// post is what the bot shows.
type post struct{ ref, nonce, text, content string }

func (t *trial) newTalk(n int) *talk {
	k := &talk{trial: t, n: n}
	if t.slack != nil && (t.discord == nil || n%2 == 0) {
		k.on = newSlackTalk(k)
	} else {
		k.on = newDiscordTalk(k)
	}
	return k
}

// chance tells whether something of that name befalls the talk.
func (k *talk) chance(name string, share float64) bool {
	return mishap.Chance(k.seed, name, uint64(k.n)) < share
}

func (k *talk) word(n int) string { return fmt.Sprintf("word%dx%d", k.n, n) }

func (k *talk) wrong(err error) {
	k.trouble = append(k.trouble, fmt.Sprintf("conversation %d: %v", k.n, err))
}

// hold holds the conversation: a question, sometimes a second one, sometimes an edit, sometimes a ticket.
func (k *talk) hold(ctx context.Context) {
	if k.chance("ticket", 0.04) {
		k.getTicket(ctx)
		return
	}
	texts := []string{"Check whether the home page says " + k.word(1)}
	if k.chance("overtaking", k.rate) {
		k.count("a message delivered before the one it follows")
		texts = append(texts, "Check whether the home page still says "+k.word(2))
	}
	ids, err := k.on.mention(ctx, texts...)
	if err != nil {
		k.wrong(err)
		return
	}
	for i, id := range ids {
		k.sent = append(k.sent, said{word: k.word(i + 1), external: id, at: time.Now()})
	}
	eager := k.chance("eager", 0.3)
	if !eager {
		k.answered(ctx)
	}
	if len(texts) == 1 && k.chance("second", 0.35) {
		id, err := k.on.say(ctx, "Check whether the home page still says "+k.word(2))
		if err != nil {
			k.wrong(err)
			return
		}
		k.sent = append(k.sent, said{word: k.word(2), external: id, at: time.Now()})
	}
	k.answered(ctx)
	if len(k.trouble) == 0 && k.chance("edit", 0.08) {
		if err := k.on.edit(ctx, "What can you not do for me? "+k.word(1)); err != nil {
			k.wrong(err)
		}
		k.edited = true
	}
}

// answered waits until every message is.
func (k *talk) answered(ctx context.Context) {
	for _, s := range k.sent {
		if err := k.await(ctx, s.word+" is answered", func() bool { return k.on.shows(s.word) }); err != nil {
			k.wrong(err)
		}
	}
}

func (k *talk) await(ctx context.Context, what string, is func() bool) error {
	var asked time.Time
	return rig.Await(ctx, what, k.patience, func() bool {
		if time.Since(asked) < 60*time.Millisecond {
			return false
		}
		asked = time.Now()
		return is()
	})
}

// getTicket asks for a ticket, says yes to the card that asks before it is made, and waits until it is done.
func (k *talk) getTicket(ctx context.Context) {
	title := "form " + k.word(1)
	ids, err := k.on.mention(ctx, "Create a ticket about the broken "+title)
	if err != nil {
		k.wrong(err)
		return
	}
	k.sent = append(k.sent, said{word: k.word(1), external: ids[0], at: time.Now()})
	if err := k.await(ctx, "the card for "+title, func() bool { return k.on.shows(k.word(1)) }); err != nil {
		k.wrong(err)
		return
	}
	if !k.agree(ctx) {
		return
	}
	k.ticket = title
	made := func() bool {
		var n int
		err := k.sql.QueryRow(ctx, `select count(*) from tickets where title ilike '%' || $1`, title).Scan(&n)
		return err == nil && n > 0
	}
	asked := 0
	err = k.await(ctx, "the ticket about "+title, func() bool {
		time.Sleep(200 * time.Millisecond)
		if n := k.tooEarly(); n > asked && asked < 5 {
			asked = n
			k.count("a yes that came before the product knew that its plan stood there: said again")
			return !k.agree(ctx)
		}
		return made()
	})
	if err != nil {
		k.wrong(err)
	}
}

// agree approves in words.
func (k *talk) agree(ctx context.Context) bool {
	id, err := k.on.say(ctx, "yes")
	if err != nil {
		k.wrong(err)
		return false
	}
	k.sent = append(k.sent, said{external: id, yes: true, at: time.Now()})
	return true
}

// tooEarly counts how often the product has said that a word came before what it decides. It does where the platform has shown a
// plan and its answer, which says so, was lost: then nobody but the person knows that it stood there.
func (k *talk) tooEarly() (n int) {
	for _, p := range k.on.posts() {
		if strings.Contains(plainly(p.text), plainly("You wrote that before")) {
			n++
		}
	}
	return n
}

// plainly is a text without what markup adds.
func plainly(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127 {
			return r
		}
		return -1
	}, s)
}
