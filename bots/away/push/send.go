package push

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

const (
	recordSize   = 2048 // of an encrypted message: all have the same length, which reveals nothing of their content
	topicLongest = 32   // letters, of RFC 8030
	againSoonest = 2 * time.Second
	againLatest  = 5 * time.Minute
	answerRead   = 1 << 10
)

// errGone says that a subscription has ended.
var errGone = errors.New("the subscription has ended")

func isGone(err error) bool { return errors.Is(err, errGone) }

func isRefused(err error) bool {
	_, ok := errors.AsType[*bots.RefusedError](err)
	return ok
}

// send sends a message to a device and classifies the answer: [*bots.LaterError] if the push service wants a pause,
// [*bots.RefusedError] if it will never accept the message. Any other error leaves open whether it was accepted.
func (s *Surface) send(ctx context.Context, r assistant.Reach, raw []byte, nonce string) error {
	var to webpush.Subscription
	if err := json.Unmarshal([]byte(r.To), &to); err != nil {
		return &bots.RefusedError{Reason: "no subscription", Err: errors.New("what is kept of it cannot be read")}
	}
	res, err := webpush.SendNotificationWithContext(ctx, raw, &to, &webpush.Options{
		HTTPClient: s.Client, RecordSize: recordSize, Subscriber: s.Contact(), Topic: topic(nonce), TTL: int(life.Seconds()), Urgency: webpush.UrgencyHigh,
		VAPIDPublicKey: s.Key.public, VAPIDPrivateKey: s.Key.private,
	})
	if err != nil {
		return fmt.Errorf("reach a push service: %w", redacted(err))
	}
	_, _ = io.CopyN(io.Discard, res.Body, answerRead)
	_ = res.Body.Close()
	return s.answered(res)
}

// answered sorts what a push service answers.
func (s *Surface) answered(res *http.Response) error {
	err := fmt.Errorf("the push service answers %d", res.StatusCode)
	switch code := res.StatusCode; {
	case code >= 200 && code < 300:
		return nil
	case code == http.StatusNotFound, code == http.StatusGone:
		return &bots.RefusedError{Reason: "gone", Err: errGone}
	case code == http.StatusTooManyRequests, code == http.StatusRequestTimeout, code >= 500:
		return &bots.LaterError{After: s.after(res.Header.Get("Retry-After")), Err: err}
	default:
		return &bots.RefusedError{Reason: strconv.Itoa(code), Err: err}
	}
}

// after is how long a push service wants to be left alone, within bounds.
func (s *Surface) after(said string) time.Duration {
	after := 4 * againSoonest
	if seconds, err := strconv.Atoi(said); err == nil {
		after = time.Duration(seconds) * time.Second
	} else if at, err := http.ParseTime(said); err == nil {
		after = at.Sub(s.Now())
	}
	return min(max(after, againSoonest), againLatest)
}

// topic is by what a push service knows that a message is one it has already: the newest takes the other's place.
func topic(nonce string) string {
	sum := sha256.Sum256([]byte(nonce))
	return base64.RawURLEncoding.EncodeToString(sum[:])[:topicLongest]
}

// redacted returns an error without the requested address: anybody who knows the address and our key can send there.
func redacted(err error) error {
	if at, ok := errors.AsType[*url.Error](err); ok {
		return at.Err
	}
	return err
}
