package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/aisteam/aisteam/internal/fakeslack"
)

// slackTalk is a talk in a channel's thread.
type slackTalk struct {
	*talk
	channel, user string
	root          string
	last          fakeslack.Message
}

func newSlackTalk(k *talk) *slackTalk {
	s := &slackTalk{talk: k, channel: fmt.Sprintf("C%d", k.n/10), user: fmt.Sprintf("U%d", k.n%50)}
	k.slack.AddChannel(s.channel)
	k.slack.AddUser(s.user, "Person "+s.user[1:])
	return s
}

func (s *slackTalk) place() (string, string) { return s.channel, s.root }

func (s *slackTalk) mention(ctx context.Context, texts ...string) (ids []string, err error) {
	var written []fakeslack.Message
	for _, text := range texts {
		m := s.slack.Written(s.channel, s.root, s.user, "<@"+s.slack.BotUser+"> "+text)
		if s.root == "" {
			s.root, s.last = m.TS, m
		}
		written = append(written, m)
		ids = append(ids, s.channel+"/"+m.TS)
	}
	for _, m := range slices.Backward(written) {
		if err := s.pair(ctx, m); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// pair delivers what Slack makes of a mention: a `message` and an `app_mention`, in any order, also at the same time.
func (s *slackTalk) pair(ctx context.Context, m fakeslack.Message) error {
	kinds := []string{"message", "app_mention"}
	if rand.IntN(2) == 0 {
		kinds[0], kinds[1] = kinds[1], kinds[0]
	}
	if rand.IntN(2) == 0 {
		for _, kind := range kinds {
			if err := s.deliver(ctx, s.slack.Said(kind, m)); err != nil {
				return err
			}
		}
		return nil
	}
	var both sync.WaitGroup
	errs := make([]error, 2)
	for i, kind := range kinds {
		both.Go(func() { errs[i] = s.deliver(ctx, s.slack.Said(kind, m)) })
	}
	both.Wait()
	if errs[0] != nil {
		return errs[0]
	}
	return errs[1]
}

func (s *slackTalk) say(ctx context.Context, text string) (string, error) {
	m := s.slack.Written(s.channel, s.root, s.user, text)
	return s.channel + "/" + m.TS, s.deliver(ctx, s.slack.Said("message", m))
}

func (s *slackTalk) edit(ctx context.Context, text string) error {
	return s.deliver(ctx, s.slack.Edited(s.last, text))
}

// deliver brings an event to the product until it is acknowledged, as Slack does but sooner, and now and then once more.
func (s *slackTalk) deliver(ctx context.Context, event map[string]any) error {
	body, err := s.slack.Envelop(event)
	if err != nil {
		return err
	}
	until := time.Now().Add(s.patience)
	for try := 0; time.Now().Before(until) && ctx.Err() == nil; try++ {
		if ok := s.once(ctx, body, try); !ok {
			time.Sleep(min(50*time.Millisecond<<min(try, 5), time.Second))
			continue
		}
		if rand.Float64() < s.rate {
			s.again(ctx, body)
		}
		return nil
	}
	return fmt.Errorf("an event was never acknowledged: %s", body)
}

// once delivers once, over a socket or over HTTP, and tells whether Slack would rest now.
func (s *slackTalk) once(ctx context.Context, body []byte, try int) bool {
	mishap := rand.Float64()
	if rand.IntN(3) == 0 {
		a, err := s.slack.Envelope(ctx, "events_api", body)
		return err == nil && a.OK()
	}
	if mishap < s.rate {
		s.count("slack: an event cut while it was delivered")
		soon, cancel := context.WithTimeout(ctx, rand.N(20*time.Millisecond))
		defer cancel()
		_, _ = s.slack.Deliver(soon, body, try, "connection_failed")
		return false
	}
	a, err := s.slack.Deliver(ctx, body, try, "http_timeout")
	if err == nil && a.OK() && mishap < 2*s.rate {
		s.count("slack: the acknowledgement of an event lost")
		return false
	}
	return err == nil && a.OK()
}

// again delivers an event once more: at the same moment, twice, or long after.
func (s *slackTalk) again(ctx context.Context, body []byte) {
	wait := time.Duration(0)
	if rand.IntN(2) == 0 {
		wait = rand.N(s.replay)
		s.count("slack: an old event replayed")
	} else {
		s.count("slack: an event delivered again")
	}
	s.later.Go(func() {
		time.Sleep(wait)
		_, _ = s.slack.Deliver(ctx, body, 1, "http_timeout")
	})
}

func (s *slackTalk) shows(word string) bool {
	for _, m := range s.slack.Posted(s.channel, s.root) {
		if strings.Contains(m.Text, word) || strings.Contains(string(m.Blocks), word) {
			return true
		}
	}
	return false
}

func (s *slackTalk) posts() (out []post) {
	for _, m := range s.slack.Posted(s.channel, s.root) {
		var mark struct {
			Payload struct {
				Nonce string
				Part  int
			} `json:"event_payload"`
		}
		_ = json.Unmarshal(m.Metadata, &mark)
		out = append(out, post{
			ref: m.TS, nonce: fmt.Sprintf("%s/%d", mark.Payload.Nonce, mark.Payload.Part), text: strings.Join(fakeslack.Lines(m.Blocks), "\n"), content: string(m.Blocks),
		})
	}
	return out
}

func (s *slackTalk) buttons(direct bool, agrees agreement) (out []button) {
	channel, root := s.channel, s.root
	if direct {
		channel, root = s.slack.Direct(s.user), ""
	}
	for _, m := range s.slack.Posted(channel, root) {
		if m.HasAction(agrees.slack) {
			out = append(out, button{m.TS, func(ctx context.Context) {
				if a, err := s.slack.Click(ctx, channel, m.TS, s.user, agrees.slack, ""); err != nil || !a.OK() {
					s.count("slack: a press that was not taken")
				}
			}})
		}
	}
	return out
}
