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
	for _, then := range []error{
		&llm.HabitError{Provider: "openai", Server: "127.0.0.1:1", Did: "ended its reply without saying that it is whole", Mend: "Take a newer version.", Again: true, Err: llm.ErrTruncated},
		&llm.HabitError{Provider: "openai", Server: "127.0.0.1:1", Did: "said a call as words", Call: true, Err: llm.ErrGarbage},
		&llm.HabitError{Provider: "openai", Server: "127.0.0.1:1", Did: "said an error within its reply", Err: &llm.StatusError{Provider: "openai", Code: 429, Message: "no", Reason: "insufficient_quota"}},
		&llm.StatusError{Provider: "openai", Host: "api.openai.com", Code: 429, Message: "no", Reason: "insufficient_quota", RetryAfter: time.Second},
		&llm.StatusError{Provider: "openai", Host: "api.openai.com", Code: 200, Message: "a page", Page: true},
		&llm.StatusError{Provider: "openai", Host: "api.openai.com", Code: 401, Message: "no", Skew: -42 * time.Minute},
		&llm.StatusError{Provider: "openai", Host: "api.openai.com", Err: errors.New("Proxy Authentication Required")},
		&llm.StatusError{Provider: "openai", Host: "api.openai.com", Err: errors.New("Forbidden")},
		&llm.StatusError{Provider: "openai", Host: "api.openai.com", Err: x509.CertificateInvalidError{Cert: &x509.Certificate{}, Reason: x509.Expired}},
		&llm.StatusError{Provider: "openai", Host: "api.openai.com", Err: x509.UnknownAuthorityError{}},
		&llm.StatusError{Provider: "openai", Host: "models.example", Err: &net.DNSError{Err: "no such host", Name: "models.example", IsNotFound: true}},
		&llm.StatusError{Provider: "openai", Host: "models.example", Err: errors.New("http: server gave HTTP response to HTTPS client")},
		&llm.StatusError{Provider: "openai", Host: "models.example", Err: os.ErrDeadlineExceeded},
		&llm.StatusError{Provider: "openai", Host: "models.example", Err: errors.New("connection refused")},
		&llm.StatusError{Provider: "openai", Message: "it broke off"},
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
		if again.Error() != asked.Error() {
			t.Errorf("it reads %q, and read %q", again, asked)
		}
		if got, want := llm.OutcomeOf(again), llm.OutcomeOf(asked); got != want {
			t.Errorf("%v is %s, and was %s", then, got, want)
		}
	}
}
