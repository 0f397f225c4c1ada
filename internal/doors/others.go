package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/aisteam/aisteam/internal/rig"
)

// every is how often the others ask something.
const every = 50 * time.Millisecond

// others use the service while it is besieged: a program with the token, and people in Slack.
type others struct {
	slack        *rig.Slack
	base         string
	replica      *rig.Replica
	conversation string
	said         int
}

// begin makes the conversation that is read and followed.
func (o *others) begin(ctx context.Context) error {
	body := strings.NewReader(`{"messages":[{"id":"m1","role":"user","content":"What can you do?"}]}`)
	raw, err := o.ask(ctx, http.MethodPost, "/api/assistant/chat", body)
	var got struct{ ConversationID string }
	if err == nil {
		err = json.Unmarshal(raw, &got)
	}
	if err != nil || got.ConversationID == "" {
		return fmt.Errorf("begin a conversation: %w: %s", err, raw)
	}
	o.conversation = got.ConversationID
	return nil
}

func (o *others) ask(ctx context.Context, method, path string, body io.Reader) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, o.base+path, body)
	if err != nil {
		return nil, fmt.Errorf("make request: %w", err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, fmt.Errorf("ask: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("answered %s", res.Status)
	}
	return raw, err
}

// use asks and says things, one after the other, and notes how long each took. What is said begins no turn of a model that
// would be measured with it: it is a question that the rehearsal answers at once.
func (o *others) use(ctx context.Context, lasting time.Duration) (u usage, err error) {
	service, driver, err := o.busy()
	if err != nil {
		return u, err
	}
	begun := time.Now()
	defer func() {
		u.lasted = time.Since(begun)
		if s, d, lost := o.busy(); lost == nil {
			u.service, u.driver = s-service, d-driver
		}
	}()
	tick := time.NewTicker(every)
	defer tick.Stop()
	for time.Since(begun) < lasting {
		at := time.Now()
		if _, err := o.ask(ctx, http.MethodGet, "/api/conversations/"+o.conversation+"/messages", nil); err != nil {
			u.failed++
		}
		u.pages = append(u.pages, time.Since(at))
		o.said++
		thread := o.slack.NewThread("D"+strconv.Itoa(o.said), "U"+strconv.Itoa(o.said), nil)
		took, err := o.slack.Say(ctx, o.base, thread, "What can you do?", true)
		if err != nil {
			u.failed++
		}
		u.acks = append(u.acks, took)
		now, _, err := o.replica.Memory()
		if err != nil {
			return u, err
		}
		u.memory = max(u.memory, now)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return u, fmt.Errorf("use the service: %w", ctx.Err())
		}
	}
	return u, nil
}

// busy is how long processors have worked for the service, and for this program.
func (o *others) busy() (service, driver time.Duration, err error) {
	if service, err = o.replica.Processor(); err != nil {
		return 0, 0, err
	}
	var own syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &own); err != nil {
		return 0, 0, fmt.Errorf("read this program's time: %w", err)
	}
	return service, time.Duration(own.Utime.Nano() + own.Stime.Nano()), nil
}
