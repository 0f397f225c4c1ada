package assistant

import "errors"

// ErrUncertain: something outside was asked to change and did not answer, so that nobody knows whether it did. A
// [Trouble] without it promises the opposite: nothing was changed.
var ErrUncertain = errors.New("outcome unknown")
