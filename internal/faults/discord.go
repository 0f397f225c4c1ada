package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// discordTalk is a talk in a thread that the bot starts from the mention.
type discordTalk struct {
	*talk
	channel, user string
	thread        string
	last          string
}

func newDiscordTalk(k *talk) *discordTalk {
	d := &discordTalk{talk: k, channel: fmt.Sprintf("7%017d", k.n/2%20), user: fmt.Sprintf("6%017d", k.n%50)}
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.discord.HasThread(d.channel) {
		k.discord.AddChannel(d.channel, 0)
	}
	k.discord.AddUser(d.user, fmt.Sprintf("Person %d", k.n%50))
	return d
}

func (d *discordTalk) place() (string, string) { return d.thread, "" }

// mention begins the talk. Discord's threads begin with the bot's own, so nothing can overtake the first message.
func (d *discordTalk) mention(ctx context.Context, texts ...string) (ids []string, err error) {
	id := d.discord.Mention(d.channel, d.user, texts[0])
	d.thread, d.last = id, id
	d.again(d.channel, id)
	if err := d.await(ctx, "a thread begins from "+texts[0], func() bool { return d.discord.HasThread(id) }); err != nil {
		return nil, err
	}
	ids = append(ids, id)
	for _, text := range texts[1:] {
		more, err := d.say(ctx, text)
		if err != nil {
			return ids, err
		}
		ids = append(ids, more)
	}
	return ids, nil
}

func (d *discordTalk) say(_ context.Context, text string) (string, error) {
	id := d.discord.Say(d.thread, d.user, text)
	d.again(d.thread, id)
	return id, nil
}

func (d *discordTalk) edit(context.Context, string) error {
	d.discord.Change(d.channel, d.last, "<@"+d.discord.Application+"> What can you not do for me? "+d.word(1))
	return nil
}

// again tells of a message once more, at once or long after.
func (d *discordTalk) again(channel, id string) {
	if rand.Float64() >= 2*d.rate {
		return
	}
	wait := time.Duration(0)
	if rand.IntN(2) == 0 {
		wait = rand.N(d.replay)
		d.count("discord: an old event replayed")
	} else {
		d.count("discord: an event dispatched twice")
	}
	d.later.Go(func() {
		time.Sleep(wait)
		if e, ok := d.discord.Event(channel, id); ok {
			d.discord.Dispatch("MESSAGE_CREATE", e)
		}
	})
}

func (d *discordTalk) shows(word string) bool {
	for _, m := range d.discord.Posted(d.thread) {
		if strings.Contains(string(m.Components), word) {
			return true
		}
	}
	return false
}

func (d *discordTalk) posts() (out []post) {
	for _, m := range d.discord.Posted(d.thread) {
		out = append(out, post{ref: m.ID, nonce: m.Nonce, text: strings.Join(m.Lines(), "\n"), content: string(m.Components)})
	}
	return out
}

func (d *discordTalk) buttons(direct bool, agrees agreement) (out []button) {
	channel := d.thread
	if direct {
		channel = d.discord.Direct(d.user)
	}
	for _, m := range d.discord.Posted(channel) {
		if id := m.Action(agrees.discord); id != "" {
			out = append(out, button{m.ID, func(ctx context.Context) {
				if _, err := d.discord.Click(ctx, m, d.user, id, ""); err != nil {
					d.count("discord: a press that was not taken")
				}
			}})
		}
	}
	return out
}
