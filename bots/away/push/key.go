package push

import (
	"crypto/ecdh"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/SherClockHolmes/webpush-go"

	"github.com/aisteam/aisteam/assistant"
)

// Key is the pair by which push services know who sends (VAPID, RFC 8292). Browsers are given the public part when they subscribe, and
// their push services take nothing from anybody else.
type Key struct{ public, private string }

// NewKey makes a pair, as it is kept.
func NewKey() (assistant.Secret, error) {
	private, public, err := webpush.GenerateVAPIDKeys()
	if err != nil {
		return "", fmt.Errorf("make a key for push services: %w", err)
	}
	return assistant.Secret(public + " " + private), nil
}

// ReadKey reads a pair as it is kept.
func ReadKey(kept assistant.Secret) (Key, error) {
	public, private, ok := strings.Cut(string(kept), " ")
	if !ok || public == "" || private == "" {
		return Key{}, errors.New("the key for push services is not one")
	}
	return Key{public: public, private: private}, nil
}

const (
	endpointLongest = 1000 // what browsers give is far shorter
	authLength      = 16   // of RFC 8291
)

// ErrSubscription refuses what a browser sent if it is no push subscription.
var ErrSubscription = assistant.BadInput(assistant.Say("Your browser gave no address at which it could be notified."), assistant.Say("Try again, or use another browser. Nothing was changed."))

// PushKey is the public part, as browsers take it.
func (k Key) PushKey() string { return k.public }

// Subscription returns a browser's push address with the keys with which it alone can read messages, in the form that a reach
// stores. It fails for an address that cannot be a push service on the open internet: the address comes from a browser, and the
// server connects to it.
func (Key) Subscription(endpoint, p256dh, auth string) (assistant.Secret, error) {
	at, err := url.Parse(endpoint)
	if err != nil || len(endpoint) > endpointLongest || at.Scheme != "https" || at.Host == "" || at.User != nil || net.ParseIP(at.Hostname()) != nil {
		return "", ErrSubscription
	}
	point, errPoint := decoded(p256dh)
	secret, errSecret := decoded(auth)
	if _, err := ecdh.P256().NewPublicKey(point); errors.Join(err, errPoint, errSecret) != nil || len(secret) != authLength {
		return "", ErrSubscription
	}
	raw, err := json.Marshal(webpush.Subscription{Endpoint: endpoint, Keys: webpush.Keys{P256dh: p256dh, Auth: auth}})
	if err != nil {
		return "", fmt.Errorf("keep a subscription: %w", err)
	}
	return assistant.Secret(raw), nil
}

// decoded reads a key as browsers write it.
func decoded(key string) ([]byte, error) {
	return base64.RawURLEncoding.DecodeString(strings.TrimRight(key, "="))
}
