package assistant

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"syscall"
)

// RuleOf describes an error for a log: which of our rules it broke, where, the kind of its root, and the system's message. It
// repeats none of an error's own words, since these may quote a person or a site.
func RuleOf(err error) string {
	if err == nil {
		return ""
	}
	var out []string
	for _, rule := range rules() {
		if errors.Is(err, rule.is) {
			out = append(out, rule.name)
		}
	}
	if t, ok := errors.AsType[*Trouble](err); ok {
		out = append(out, "told: "+string(t.Problem.Side))
	}
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		out = append(out, "timeout")
	}
	if errno, ok := errors.AsType[syscall.Errno](err); ok {
		out = append(out, errno.Error())
	}
	return strings.Join(append(out, fmt.Sprintf("%T", root(err))), ", ")
}

// root is the innermost of an error's causes, the first where there are several.
func root(err error) error {
	for {
		switch e := err.(type) { //nolint:errorlint // it walks the chain itself
		case interface{ Unwrap() error }:
			if e.Unwrap() == nil {
				return err
			}
			err = e.Unwrap()
		case interface{ Unwrap() []error }:
			if len(e.Unwrap()) == 0 {
				return err
			}
			err = e.Unwrap()[0]
		default:
			return err
		}
	}
}

type rule struct {
	is   error
	name string
}

func rules() []rule {
	return []rule{
		{ErrNotFound, "not found"},
		{ErrFenced, "claim lost"},
		{ErrDecided, "decided already"},
		{ErrStopped, "stopped"},
		{ErrHalted, "halted"},
		{ErrUncertain, "outcome unknown"},
		{ErrMoved, "moved"},
		{context.DeadlineExceeded, "deadline"},
		{context.Canceled, "cancelled"},
	}
}
