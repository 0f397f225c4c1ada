package queue_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/redis/go-redis/v9"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

const talk = assistant.ConversationID("talk")

func publish(t *testing.T, q queue.Queue, n assistant.News) {
	t.Helper()
	if err := q.Publish(t.Context(), n); err != nil {
		t.Fatal(err)
	}
}

func hear(t *testing.T, news <-chan assistant.News) assistant.News {
	t.Helper()
	select {
	case n := <-news:
		return n
	case <-time.After(soon):
		t.Fatal("no news came")
		return assistant.News{}
	}
}

func TestEveryReplicaHearsItsConversationsNews(t *testing.T) {
	onBoth(t, func(t *testing.T, c redis.UniversalClient) {
		here, there := queue.New(c, quick("here")), queue.New(c, quick("there"))
		first, second := here.Listen(t.Context(), talk), here.Listen(t.Context(), talk)
		far, other := there.Listen(t.Context(), talk), there.Listen(t.Context(), "another")

		want := assistant.News{Tenant: quiet, Conversation: talk, Activity: assistant.ActivityPlanning, Draft: "Let me\nsee"}
		publish(t, here, assistant.News{Tenant: quiet, Conversation: "unheard"})
		publish(t, here, want)
		for _, news := range []<-chan assistant.News{first, second, far} {
			if diff := cmp.Diff(want, hear(t, news)); diff != "" {
				t.Errorf("news differ (-want +got):\n%s", diff)
			}
		}
		select {
		case n := <-other:
			t.Errorf("another conversation's listener got %+v", n)
		case <-time.After(none):
		}
	})
}

func TestSlowListenerLosesNewsAndDelaysNobody(t *testing.T) {
	onBoth(t, func(t *testing.T, c redis.UniversalClient) {
		q := queue.New(c, quick("one"))
		slow := q.Listen(t.Context(), talk)
		fast := q.Listen(t.Context(), talk)
		for range 200 {
			publish(t, q, assistant.News{Conversation: talk})
			hear(t, fast)
		}
		if n := len(slow); n == 0 || n >= 200 {
			t.Errorf("%d news wait for the slow listener, want a few", n)
		}
	})
}

func TestListeningEndsWithItsContext(t *testing.T) {
	onBoth(t, func(t *testing.T, c redis.UniversalClient) {
		q := queue.New(c, quick("one"))
		for range 3 { // the last listener takes the subscription along; the next brings it back
			ctx, cancel := context.WithCancel(t.Context())
			news := q.Listen(ctx, talk)
			publish(t, q, assistant.News{Conversation: talk, Draft: "heard"})
			if got := hear(t, news); got.Draft != "heard" {
				t.Errorf("got %+v", got)
			}
			cancel()
			for range news {
			}
		}
	})
}
