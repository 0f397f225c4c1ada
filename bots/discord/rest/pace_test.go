package rest_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/time/rate"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// says answers every request at once.
type says func(*http.Request) http.Header

func (s says) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: s(r), Body: io.NopCloser(strings.NewReader("{}")), Request: r}, nil
}

func client(perSecond rate.Limit, answers says) *rest.Client {
	return rest.New(rest.Config{
		Token: "x", ApplicationID: "1", APIURL: "http://discord.test/", HTTPClient: &http.Client{Transport: answers}, Requests: perSecond,
		Limited: func() {}, Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})
}

// insists calls until it is not put off any more, as couriers do, and says how often it was.
func insists(ctx context.Context, do func() error) (putOff int, err error) {
	for ; ; putOff++ {
		err = do()
		later, ok := errors.AsType[*bots.LaterError](err)
		if !ok {
			return putOff, err
		}
		if err := rest.Pause(ctx, later.After); err != nil {
			return putOff, err
		}
	}
}

// Who is put off because of all requests together has used nothing of what its channel may.
func TestWhoIsPutOffSpendsNothingOfItsChannel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int64
		c := client(1, func(*http.Request) http.Header {
			left := []string{"4", "3", "2", "1", "0"}[min(4, asked.Add(1)-1)]
			return http.Header{"X-Ratelimit-Remaining": {left}, "X-Ratelimit-Reset-After": {"3600"}}
		})
		route := rest.RouteOf(http.MethodPost, "channels/messages", "7")
		call := func() error { return c.Call(t.Context(), route, "channels/7/messages", nil, nil) }
		if err := call(); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		var all sync.WaitGroup
		for range 4 {
			for range 5 { // put off again and again
				_ = call()
			}
			all.Go(func() { _, _ = insists(ctx, call) })
		}
		all.Wait()
		if n := asked.Load(); n != 5 {
			t.Errorf("%d requests were made where the channel's allowance is 5", n)
		}
	})
}

// Somebody who has to ask twice, to look before it posts, has its turn among many who ask once.
func TestWhoAsksTwiceHasItsTurnToo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := client(20, func(*http.Request) http.Header { return nil })
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		var all sync.WaitGroup
		for range 60 {
			all.Go(func() {
				for ctx.Err() == nil {
					_, _ = insists(ctx, func() error {
						return c.Call(ctx, rest.RouteOf(http.MethodPost, "channels/messages", "1"), "channels/1/messages", nil, nil)
					})
				}
			})
		}
		began := time.Now()
		putOff, err := insists(ctx, func() error {
			if err := c.Call(ctx, rest.ReadRoute("2"), "channels/2/messages", nil, nil); err != nil {
				return err
			}
			return c.Call(ctx, rest.RouteOf(http.MethodPost, "channels/messages", "2"), "channels/2/messages", nil, nil)
		})
		took := time.Since(began)
		cancel()
		all.Wait()
		if err != nil || took > time.Minute { // 60 others at 20 a second: a round is three seconds, and who is unlucky waits for a few
			t.Errorf("it took %s, put off %d times: %v", took, putOff, err)
		}
	})
}

// What nobody misses, such as that somebody is typing, does not stand in line before what people wait for.
func TestWhatNobodyMissesStandsInNoLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := client(1, func(*http.Request) http.Header { return nil })
		route := rest.RouteOf(http.MethodPost, "channels/typing", "1")
		if err := c.CallIfFree(t.Context(), route, "channels/1/typing", nil, nil); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		err := c.CallIfFree(t.Context(), route, "channels/1/typing", nil, nil)
		if _, later := errors.AsType[*bots.LaterError](err); !later || time.Since(began) > 0 {
			t.Errorf("after %s: %v", time.Since(began), err)
		}
		if err := c.Call(t.Context(), route, "channels/1/typing", nil, nil); err != nil || time.Since(began) != time.Second {
			t.Errorf("whoever stands in line has the next turn: after %s, %v", time.Since(began), err)
		}
	})
}

// Who stands in line when Discord puts everything off asks nothing either.
func TestWhoStandsInLineIsPutOffWithTheOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int64
		c := rest.New(rest.Config{
			Token: "x", ApplicationID: "1", APIURL: "http://discord.test/", Requests: 1, Limited: func() {}, Log: slog.New(slog.DiscardHandler), Now: time.Now,
			HTTPClient: &http.Client{Transport: refuses(func() { asked.Add(1) })},
		})
		call := func() error {
			return c.Call(t.Context(), rest.ReadRoute("1"), "channels/1/messages", nil, nil)
		}
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				if _, later := errors.AsType[*bots.LaterError](call()); !later {
					t.Error("it is not put off")
				}
			})
		}
		all.Wait()
		if n := asked.Load(); n != 1 {
			t.Errorf("%d asked", n)
		}
	})
}

// refuses answers that everything is put off for a minute.
type refuses func()

func (f refuses) RoundTrip(r *http.Request) (*http.Response, error) {
	f()
	return &http.Response{
		StatusCode: http.StatusTooManyRequests, Request: r,
		Header: http.Header{"Content-Type": {"application/json"}, "Retry-After": {"60"}, "X-Ratelimit-Global": {"true"}, "X-Ratelimit-Scope": {"global"}},
		Body:   io.NopCloser(strings.NewReader(`{"message":"You are being rate limited.","retry_after":60.0,"global":true}`)),
	}, nil
}
