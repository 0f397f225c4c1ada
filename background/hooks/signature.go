package hooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// refused says why an event is not taken, as the owner of its hook reads it.
type refused string

// Error implements error.
func (r refused) Error() string { return string(r) }

// Why a signature does not hold.
const (
	errUnsigned      refused = "It was not signed."
	errForged        refused = "Its signature is not that of the secret."
	errLate          refused = "It was signed too long ago, or in the future."
	errNoSecret      refused = "No secret is kept to know it by."
	errUnknownScheme refused = "Nobody knows how its sender signs."
)

// signed is what a signature says of an event.
type signed struct {
	key  string // of one event, however often it is sent; "" where the sender gives none
	bare bool   // the key is of what the event says alone: the sender gives neither an id nor a time
	kind string // what the sender calls it
	id   string // of a delivery, beside what is signed
}

// verify checks the signature of a body as its sender makes it, and finds by what one event is known. Only a sender who signs is
// believed a key: who is known by the token alone could replay an event under another key, and could make it up as well.
func verify(scheme assistant.HookScheme, secret assistant.Secret, header http.Header, body []byte, now time.Time) (signed, error) {
	out := signed{kind: header.Get("X-Event-Type")}
	if scheme == assistant.HookUnsigned {
		out.kind = first(out.kind, header.Get("X-Github-Event"), header.Get("X-Gitlab-Event"))
		out.key = first(header.Get("Idempotency-Key"), header.Get("Webhook-Id"), header.Get("X-Github-Delivery"), header.Get("X-Request-Id"))
		return out, nil
	}
	if secret == "" {
		return out, errNoSecret
	}
	switch scheme {
	case assistant.HookGitHub:
		out.kind = header.Get("X-Github-Event")
		return out.delivered(header.Get("X-Github-Delivery")).proven("sha256=", header.Get("X-Hub-Signature-256"), mac(secret, body))
	case assistant.HookGeneric:
		given := strings.TrimPrefix(header.Get("X-Signature"), "sha256=")
		id := first(header.Get("Idempotency-Key"), header.Get("Webhook-Id"), header.Get("X-Delivery-Id"), header.Get("X-Event-Id"))
		return out.delivered(id).proven("", given, mac(secret, body))
	case assistant.HookSlack:
		stamp := header.Get("X-Slack-Request-Timestamp")
		if err := recent(stamp, now); err != nil {
			return out, err
		}
		return out.proven("v0=", header.Get("X-Slack-Signature"), mac(secret, []byte("v0:"+stamp+":"), body))
	case assistant.HookStripe:
		return out.stripe(secret, header.Get("Stripe-Signature"), body, now)
	case assistant.HookStandard:
		return out.standard(secret, header, body, now)
	case assistant.HookUnsigned, assistant.HookPlatform:
	}
	return out, errUnknownScheme
}

// delivered notes the id of a delivery, which is not part of what is signed. A sender who tries again gives it again, and one who has
// the same to tell once more gives another.
func (s signed) delivered(id string) signed {
	s.id, s.bare = id, id == ""
	return s
}

// proven compares a signature in hexadecimal. It is the event's key, with the id of the delivery where there is one: one id under two
// signatures is two events.
func (s signed) proven(prefix, given string, want []byte) (signed, error) {
	text, ok := strings.CutPrefix(given, prefix)
	if given == "" {
		return s, errUnsigned
	}
	raw, err := hex.DecodeString(text)
	if !ok || err != nil || !hmac.Equal(raw, want) {
		return s, errForged
	}
	s.key = hex.EncodeToString(want)
	if s.id != "" {
		sum := sha256.Sum256([]byte(s.key + "/" + s.id))
		s.key = assistant.DeliveryKey + hex.EncodeToString(sum[:])
	}
	return s, nil
}

// stripe checks “t=…,v1=…”, of which v1 may be there several times while a secret is replaced.
func (s signed) stripe(secret assistant.Secret, given string, body []byte, now time.Time) (signed, error) {
	var stamp string
	var proofs []string
	for part := range strings.SplitSeq(given, ",") {
		switch name, value, _ := strings.Cut(strings.TrimSpace(part), "="); name {
		case "t":
			stamp = value
		case "v1":
			proofs = append(proofs, value)
		}
	}
	if stamp == "" || len(proofs) == 0 {
		return s, errUnsigned
	}
	if err := recent(stamp, now); err != nil {
		return s, err
	}
	want := mac(secret, []byte(stamp+"."), body)
	for _, p := range proofs {
		if got, err := s.proven("", p, want); err == nil {
			return got, nil
		}
	}
	return s, errForged
}

// standard checks a signature of standardwebhooks.com: “v1,base64”, several with spaces in between.
func (s signed) standard(secret assistant.Secret, header http.Header, body []byte, now time.Time) (signed, error) {
	id, stamp, given := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp"), header.Get("Webhook-Signature")
	if id == "" || given == "" {
		return s, errUnsigned
	}
	if err := recent(stamp, now); err != nil {
		return s, err
	}
	key := secret
	if coded, ok := strings.CutPrefix(string(secret), "whsec_"); ok {
		raw, err := base64.StdEncoding.DecodeString(coded)
		if err != nil {
			return s, errNoSecret
		}
		key = assistant.Secret(raw)
	}
	want := mac(key, []byte(id+"."+stamp+"."), body)
	for proof := range strings.FieldsSeq(given) {
		version, coded, _ := strings.Cut(proof, ",")
		raw, err := base64.StdEncoding.DecodeString(coded)
		if version == "v1" && err == nil && hmac.Equal(raw, want) {
			s.key = id
			return s, nil
		}
	}
	return s, errForged
}

func mac(secret assistant.Secret, parts ...[]byte) []byte {
	h := hmac.New(sha256.New, []byte(string(secret)))
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
}

// recent tells whether a time in Unix seconds is near enough.
func recent(stamp string, now time.Time) error {
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil {
		return errUnsigned
	}
	if away := now.Sub(time.Unix(seconds, 0)).Abs(); away > assistant.HookTolerance {
		return errLate
	}
	return nil
}

func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
