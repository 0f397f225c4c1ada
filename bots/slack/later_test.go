package slack_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack"
)

func TestARetryAfterThatIsADatePutsOff(t *testing.T) {
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT")
		w.WriteHeader(http.StatusTooManyRequests)
	}))
	defer proxy.Close()
	bot := slack.New(slack.Config{Token: "xoxb-fake", APIURL: proxy.URL + "/api/"})
	_, err := bot.Post(t.Context(), place("1.000001"), cards()["status"], "n")
	if _, later := errors.AsType[*bots.LaterError](err); !later {
		t.Errorf("it is taken for an answer that was lost: %v", err)
	}
}

func TestWhatIsNeverAnsweredMayStillBeDone(t *testing.T) {
	for _, status := range []int{0, http.StatusGatewayTimeout, http.StatusBadGateway} {
		proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if status == 0 {
				panic(http.ErrAbortHandler)
			}
			w.WriteHeader(status)
		}))
		bot := slack.New(slack.Config{Token: "xoxb-fake", APIURL: proxy.URL + "/api/"})
		_, err := bot.Post(t.Context(), place("1.000001"), cards()["status"], "n")
		if _, silent := errors.AsType[*bots.SilentError](err); silent != (status != http.StatusBadGateway) {
			t.Errorf("%d: %v", status, err)
		}
		proxy.Close()
	}
}
