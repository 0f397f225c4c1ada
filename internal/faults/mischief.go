package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/gorilla/websocket"

	"github.com/aisteam/aisteam/internal/rig"
)

// disturb does something to the platforms' connections again and again.
func (t *trial) disturb(ctx context.Context) {
	var kinds []func()
	if t.slack != nil {
		kinds = append(kinds, t.slackMischief()...)
	}
	if t.discord != nil {
		kinds = append(kinds, t.discordMischief()...)
	}
	rand.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
	for i := 0; ; i++ {
		select {
		case <-time.After(t.mischief/2 + rand.N(t.mischief)):
			kinds[i%len(kinds)]()
		case <-ctx.Done():
			return
		}
	}
}

func (t *trial) slackMischief() []func() {
	does := func(kind string, f func(n int)) func() {
		return func() {
			t.count("slack socket: " + kind)
			f(rand.IntN(1 << 20))
		}
	}
	return []func(){
		does("disconnect, warning", func(n int) { t.slack.DisconnectOne(n, "warning") }),
		does("disconnect, refresh_requested", func(n int) { t.slack.DisconnectOne(n, "refresh_requested") }),
		does("cut", t.slack.CutOne),
		does("all refreshed at once", func(int) { t.slack.Disconnect("refresh_requested") }),
		does("all cut at once", func(int) { t.slack.Cut() }),
	}
}

func (t *trial) discordMischief() []func() {
	does := func(kind string, f func(n int)) func() {
		return func() {
			t.count("discord gateway: " + kind)
			f(rand.IntN(1 << 20))
		}
	}
	greet := func(op int) {
		t.discord.Greet(func(c *websocket.Conn) { _ = c.WriteJSON(map[string]any{"op": op, "d": false}) })
	}
	return []func(){
		does("op 7", func(n int) { t.discord.OpOne(n, 7, false) }),
		does("op 9, resumable", func(n int) { t.discord.OpOne(n, 9, true) }),
		does("op 9, not resumable", func(n int) { t.discord.OpOne(n, 9, false) }),
		does("cut", func(n int) { t.discord.HangOne(n, 0) }),
		does("closed with 1001", func(n int) { t.discord.HangOne(n, 1001) }),
		does("closed with 4000", func(n int) { t.discord.HangOne(n, 4000) }),
		does("heartbeats unanswered", t.discord.Deafen),
		does("all cut at once", func(int) { t.discord.Hang(0) }),
		does("op 9 instead of READY", func(n int) { greet(9); t.discord.HangOne(n, 0) }),
	}
}

// closeForGood ends the bot on Discord with a code that forbids to come back, and looks whether the rest goes on.
func (t *trial) closeForGood(ctx context.Context) (found []string) {
	t.count("discord gateway: closed with 4004")
	opened := t.discord.Opened()
	t.discord.Revoke()
	_ = rig.Await(ctx, "the sessions end", 10*time.Second, func() bool { return t.discord.Sessions() == 0 })
	select {
	case <-time.After(2 * time.Second):
	case <-ctx.Done():
	}
	// A replica that was just connecting again is told when it comes, once.
	if n := t.discord.Opened() - opened; n > len(t.replicas) || t.discord.Sessions() > 0 {
		found = append(found, fmt.Sprintf("after 4004 the gateway was connected to %d times, %d sessions are open", n, t.discord.Sessions()))
	}
	for i, r := range t.replicas {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.Base+"/readyz", nil)
		if err != nil {
			return append(found, err.Error())
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil || res.StatusCode != http.StatusOK {
			found = append(found, fmt.Sprintf("after 4004 replica %d is not ready: %v", i, err))
			continue
		}
		_ = res.Body.Close()
	}
	if t.slack == nil {
		return found
	}
	k := &talk{trial: t, n: t.conversations}
	k.on = newSlackTalk(k)
	t.talks = append(t.talks, k)
	k.hold(ctx)
	t.later.Wait()
	if err := t.drain(ctx, time.Minute); err != nil {
		found = append(found, err.Error())
	}
	return found
}
