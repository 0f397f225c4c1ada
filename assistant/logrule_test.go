package assistant_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"syscall"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

func TestALogNamesTheRuleAndNotTheWords(t *testing.T) {
	const said = "my password is hunter2"
	for want, err := range map[string]error{
		"":                    nil,
		"*errors.errorString": fmt.Errorf("find block %q: %w", said, errors.New(said)),
		"outcome unknown, told: execution, *errors.errorString": &assistant.Trouble{
			Problem: assistant.Problem{Side: assistant.SideExecution, Message: assistant.Say(said)}, Err: fmt.Errorf("%s: %w", said, assistant.ErrUncertain),
		},
		"not found, *errors.errorString":                   fmt.Errorf("page %s: %w", said, assistant.ErrNotFound),
		"deadline, timeout, context.deadlineExceededError": fmt.Errorf("%s: %w", said, context.DeadlineExceeded),
		"connection refused, syscall.Errno":                fmt.Errorf("%s: %w", said, &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}),
	} {
		if got := assistant.RuleOf(err); got != want || strings.Contains(got, "hunter2") {
			t.Errorf("%v: %q, want %q", err, got, want)
		}
	}
}
