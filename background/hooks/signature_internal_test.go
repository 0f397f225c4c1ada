package hooks

import (
	"encoding/hex"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Examples that the senders publish, or that their own libraries test with.
const (
	slackBody = "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner" +
		"&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN" +
		"&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
	gitHubProof = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
)

// example is an event as its sender signs it.
type example struct {
	scheme assistant.HookScheme
	secret assistant.Secret
	body   string
	header map[string]string
	now    int64
	key    string
	proof  string // the header that holds the signature
	stamp  string // the header that holds the time; "" where none is signed
}

func examples() map[string]example {
	return map[string]example{
		"GitHub, from “Validating webhook deliveries”": {
			scheme: assistant.HookGitHub, secret: "It's a Secret to Everybody", body: "Hello, World!", proof: "X-Hub-Signature-256",
			header: map[string]string{"X-Hub-Signature-256": gitHubProof}, key: strings.TrimPrefix(gitHubProof, "sha256="),
		},
		"Slack, from “Verifying requests from Slack”": {
			scheme: assistant.HookSlack, secret: "8f742231b10e8888abcd99yyyzzz85a5", body: slackBody, now: 1531420618, proof: "X-Slack-Signature", stamp: "X-Slack-Request-Timestamp",
			header: map[string]string{
				"X-Slack-Request-Timestamp": "1531420618",
				"X-Slack-Signature":         "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
			},
			key: "a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
		},
		"Standard Webhooks, from its libraries": {
			scheme: assistant.HookStandard, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", body: `{"test": 2432232314}`, now: 1614265330, proof: "Webhook-Signature", stamp: "Webhook-Timestamp",
			header: map[string]string{
				"Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "Webhook-Timestamp": "1614265330",
				"Webhook-Signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
			},
			key: "msg_p5jXN8AQM9LWM0D4loKWxJek",
		},
	}
}

func (e example) headers() http.Header {
	h := http.Header{}
	for name, value := range e.header {
		h.Set(name, value)
	}
	return h
}

func TestPublishedSignaturesHold(t *testing.T) {
	for name, e := range examples() {
		got, err := verify(e.scheme, e.secret, e.headers(), []byte(e.body), time.Unix(e.now, 0))
		if err != nil || got.key != e.key {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestNoChangedEventHolds(t *testing.T) {
	for name, e := range examples() {
		for what, change := range map[string]func(*example, http.Header){
			"another body":   func(e *example, _ http.Header) { e.body += " " },
			"another secret": func(e *example, _ http.Header) { e.secret += "x" },
			"no secret":      func(e *example, _ http.Header) { e.secret = "" },
			"no signature":   func(e *example, h http.Header) { h.Del(e.proof) },
			"half of it":     func(e *example, h http.Header) { v := h.Get(e.proof); h.Set(e.proof, v[:len(v)/2]) },
			"a signature of nothing": func(e *example, h http.Header) {
				h.Set(e.proof, h.Get(e.proof)[:3])
			},
			"another time": func(e *example, h http.Header) {
				if e.stamp == "" {
					e.body = ""
				} else {
					h.Set(e.stamp, "1531420619")
					e.now = 1531420619
				}
			},
		} {
			changed, header := e, e.headers()
			change(&changed, header)
			got, err := verify(changed.scheme, changed.secret, header, []byte(changed.body), time.Unix(changed.now, 0))
			if err == nil {
				t.Errorf("%s with %s: %+v", name, what, got)
			}
		}
		if e.stamp == "" {
			continue
		}
		for _, away := range []time.Duration{-6 * time.Minute, 6 * time.Minute} {
			if _, err := verify(e.scheme, e.secret, e.headers(), []byte(e.body), time.Unix(e.now, 0).Add(away)); !errors.Is(err, errLate) {
				t.Errorf("%s, %s away: %v", name, away, err)
			}
		}
	}
}

// Stripe publishes how a signature is made, and no example with its secret: this one is made by that description.
func TestStripesSignaturesHoldWhileASecretIsReplaced(t *testing.T) {
	const secret, stamp, body = assistant.Secret("whsec_test_secret"), "1492774577", `{"id":"evt_1","object":"event"}`
	good := hex.EncodeToString(mac(secret, []byte(stamp+"."+body)))
	old := hex.EncodeToString(mac("whsec_another", []byte(stamp+"."+body)))
	now := time.Unix(1492774577, 0)
	for header, want := range map[string]error{
		"t=" + stamp + ",v1=" + good:                      nil,
		"t=" + stamp + ",v1=" + old + ",v1=" + good:       nil,
		"t=" + stamp + ", v1=" + good + ",v0=" + old:      nil,
		"t=" + stamp + ",v1=" + old:                       errForged,
		"t=" + stamp + ",v0=" + good:                      errUnsigned,
		"t=1492774578,v1=" + good:                         errForged,
		"v1=" + good:                                      errUnsigned,
		"t=1492770000,v1=" + good:                         errLate,
		"t=99999999999999999999,v1=" + good:               errUnsigned,
		"":                                                errUnsigned,
		"t=" + stamp + ",v1=" + strings.ToUpper(good)[1:]: errForged,
	} {
		got, err := verify(assistant.HookStripe, secret, http.Header{"Stripe-Signature": {header}}, []byte(body), now)
		if !errors.Is(err, want) || want == nil && got.key != good {
			t.Errorf("%s: %+v, %v", header, got, err)
		}
	}
}

func TestAnUnsignedEventIsKnownByWhatItsSenderCallsIt(t *testing.T) {
	got, err := verify(assistant.HookUnsigned, "", http.Header{"Idempotency-Key": {"k"}, "X-Event-Type": {"paid"}}, nil, time.Time{})
	if err != nil || got.key != "k" || got.kind != "paid" {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := verify("somebody's", "secret", nil, nil, time.Time{}); !errors.Is(err, errUnknownScheme) {
		t.Errorf("%v", err)
	}
	good := hex.EncodeToString(mac("secret", []byte("body")))
	for _, proof := range []string{good, "sha256=" + good} {
		if _, err := verify(assistant.HookGeneric, "secret", http.Header{"X-Signature": {proof}}, []byte("body"), time.Time{}); err != nil {
			t.Errorf("%s: %v", proof, err)
		}
	}
}

// What repeats is a delivery, by its id or its signature's time, and not what it says.
func TestWhatRepeatsIsTheDeliveryAndNotItsWords(t *testing.T) {
	const body, secret = `{"monitor":"shop","status":"down"}`, assistant.Secret("a secret of some length")
	proof := hex.EncodeToString(mac(secret, []byte(body)))
	take := func(scheme assistant.HookScheme, header http.Header) signed {
		t.Helper()
		header.Set("X-Signature", proof)
		header.Set("X-Hub-Signature-256", "sha256="+proof)
		got, err := verify(scheme, secret, header, []byte(body), time.Unix(0, 0))
		if err != nil || got.key == "" {
			t.Fatal(got, err)
		}
		return got
	}
	for _, c := range []struct {
		scheme assistant.HookScheme
		id     string
	}{
		{assistant.HookGitHub, "X-Github-Delivery"}, {assistant.HookGeneric, "Idempotency-Key"}, {assistant.HookGeneric, "Webhook-Id"}, {assistant.HookGeneric, "X-Delivery-Id"},
	} {
		one, again, other := take(c.scheme, http.Header{c.id: {"1"}}), take(c.scheme, http.Header{c.id: {"1"}}), take(c.scheme, http.Header{c.id: {"2"}})
		bare := take(c.scheme, http.Header{})
		if one.key != again.key || one.key == other.key || one.bare || other.bare || !strings.HasPrefix(one.key, assistant.DeliveryKey) {
			t.Errorf("%s: %+v, %+v, %+v", c.id, one, again, other)
		}
		if !bare.bare || bare.key == one.key || strings.HasPrefix(bare.key, assistant.DeliveryKey) {
			t.Errorf("%s: without an id %+v", c.id, bare)
		}
	}
	for name, e := range examples() {
		if e.stamp == "" {
			continue
		}
		if got, err := verify(e.scheme, e.secret, e.headers(), []byte(e.body), time.Unix(e.now, 0)); err != nil || got.bare {
			t.Errorf("%s signs a time, and is taken for bare: %+v %v", name, got, err)
		}
	}
}
