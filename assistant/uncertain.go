package assistant

import "errors"

// ErrUncertain: something outside was asked to change and did not answer, so that nobody knows whether it did. A
// [Trouble] without it promises the opposite: nothing was changed.
var ErrUncertain = errors.New("outcome unknown")

// ErrMoved: what a call was approved to change is no longer as it was shown. Nothing was changed; a person is asked again,
// with what it would change now.
var ErrMoved = errors.New("moved since it was approved")
