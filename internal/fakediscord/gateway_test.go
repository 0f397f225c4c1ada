package fakediscord_test

import (
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/aisteam/aisteam/internal/fakediscord"
)

// TestASessionBeginsWithReadyAndItsServers: whatever is said while it begins comes after them, or a bot would take what it missed before
// for heard.
func TestASessionBeginsWithReadyAndItsServers(t *testing.T) {
	s, err := fakediscord.New(t.Context(), fakediscord.Config{Schema: fakediscord.FindSchema(), IdentifyEvery: time.Nanosecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	s.AddChannel("70000000000000001", 0)
	s.AddUser("60000000000000001", "Anna")
	over := make(chan struct{})
	var talking sync.WaitGroup
	t.Cleanup(func() { close(over); talking.Wait() })
	talking.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-over:
				return
			default:
				s.Say("70000000000000001", "60000000000000001", strconv.Itoa(n))
			}
		}
	})
	for range 200 {
		line, res, err := websocket.DefaultDialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(strings.TrimSuffix(s.APIURL(), "/api/v10/"), "http")+"/ws/?v=10&encoding=json", nil)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if err := line.WriteJSON(map[string]any{"op": 2, "d": map[string]any{"token": "Bot " + s.Token, "intents": 1 << 9}}); err != nil {
			t.Fatal(err)
		}
		var first []string
		_ = line.SetReadDeadline(time.Now().Add(time.Minute))
		for len(first) < 2 {
			var e struct {
				Op   int    `json:"op"`
				Kind string `json:"t"`
			}
			if err := line.ReadJSON(&e); err != nil {
				t.Fatal(err)
			}
			if e.Op == 0 {
				first = append(first, e.Kind)
			}
		}
		_ = line.Close()
		if first[0] != "READY" || first[1] != "GUILD_CREATE" {
			t.Fatalf("a session began with %v", first)
		}
	}
}
