package slack_test

import (
	"errors"

	"github.com/aisteam/aisteam/bots"
)

// unless is the error of something that is not shown at all.
func unless(err error) error {
	if _, less := errors.AsType[*bots.LesserError](err); less {
		return nil
	}
	return err
}

// how says in which lesser way something is shown.
func how(err error) bots.Outcome {
	if less, ok := errors.AsType[*bots.LesserError](err); ok {
		return less.How
	}
	return ""
}
