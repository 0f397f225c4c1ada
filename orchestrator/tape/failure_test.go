package tape_test

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"reflect"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/orchestrator/tape"
)

// TestARefusalThatIsMadeAgainIsToldAsItWas: what is said of it follows from more than its words, and no transport's error is kept.
func TestARefusalThatIsMadeAgainIsToldAsItWas(t *testing.T) {
	for _, then := range []*llm.StatusError{
		{Provider: "openai", Host: "api.openai.com", Code: 429, Message: "no", Reason: "insufficient_quota", RetryAfter: time.Second},
		{Provider: "openai", Host: "api.openai.com", Code: 200, Message: "a page", Page: true},
		{Provider: "openai", Host: "api.openai.com", Code: 401, Message: "no", Skew: -42 * time.Minute},
		{Provider: "openai", Host: "api.openai.com", Err: errors.New("Proxy Authentication Required")},
		{Provider: "openai", Host: "api.openai.com", Err: errors.New("Forbidden")},
		{Provider: "openai", Host: "api.openai.com", Err: x509.CertificateInvalidError{Cert: &x509.Certificate{}, Reason: x509.Expired}},
		{Provider: "openai", Host: "api.openai.com", Err: x509.UnknownAuthorityError{}},
		{Provider: "openai", Host: "models.example", Err: &net.DNSError{Err: "no such host", Name: "models.example", IsNotFound: true}},
		{Provider: "openai", Host: "models.example", Err: errors.New("http: server gave HTTP response to HTTPS client")},
		{Provider: "openai", Host: "models.example", Err: os.ErrDeadlineExceeded},
		{Provider: "openai", Host: "models.example", Err: errors.New("connection refused")},
		{Provider: "openai", Message: "it broke off"},
	} {
		asked := fmt.Errorf("ask: %w", then)
		on := tape.New()
		_, _ = tape.Through(on, tape.Read, "it", "", func() (int, error) { return 0, asked })
		part, err := tape.ReadPart(on.Cut(true))
		if err != nil {
			t.Fatal(err)
		}
		_, again := tape.Through(tape.Play(part.Steps), tape.Read, "it", "", func() (int, error) { return 0, nil })
		if got, want := llm.Explain(again), llm.Explain(asked); !reflect.DeepEqual(got, want) {
			t.Errorf("%v: told %+v, and then %+v", then, got, want)
		}
		if got, want := llm.OutcomeOf(again), llm.OutcomeOf(asked); got != want {
			t.Errorf("%v is %s, and was %s", then, got, want)
		}
	}
}
