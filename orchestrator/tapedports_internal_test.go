package orchestrator

import (
	"reflect"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator/tape"
)

// TestAllThatATurnReadsIsOnItsTape: a verb that a supervisor's parts may use, and that goes past the tape, would reach the database
// when the turn is made again, and is not there then. Over a tape with nothing on it each says so; past it, there is no store.
func TestAllThatATurnReadsIsOnItsTape(t *testing.T) {
	store := reflect.ValueOf(tapedStore{tape: tape.Play(nil)})
	for _, part := range []reflect.Type{
		reflect.TypeFor[records](), reflect.TypeFor[lookups](), reflect.TypeFor[newMail](), reflect.TypeFor[standings](), reflect.TypeFor[delegates](), reflect.TypeFor[stoppable](),
		reflect.TypeFor[questions](), reflect.TypeFor[assistant.FileStore](),
	} {
		for verb := range part.Methods() {
			if verb.Name == "Situation" {
				continue // the worker reads it, through the tape, before the supervisor is asked
			}
			if !goesByTape(t, store.MethodByName(verb.Name)) {
				t.Errorf("%s.%s goes past the tape", part.Name(), verb.Name)
			}
		}
	}
}

// goesByTape tells whether a verb comes back, with what is missing.
func goesByTape(t *testing.T, verb reflect.Value) (by bool) {
	t.Helper()
	defer func() { by = recover() == nil && by }()
	args := make([]reflect.Value, verb.Type().NumIn())
	for i := range args {
		args[i] = reflect.Zero(verb.Type().In(i))
	}
	args[0] = reflect.ValueOf(t.Context())
	out := verb.Call(args)
	err, failed := reflect.TypeAssert[error](out[len(out)-1])
	return failed && err != nil
}

// TestWhatIsTooMuchIsTooMuchThroughATape, too: an allowance is counted by who gives it, and not by who keeps what was given.
func TestWhatIsTooMuchIsTooMuchThroughATape(t *testing.T) {
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	a := tapedAllowance{newRates(1), tape.New()}
	for i, want := range []bool{true, false, false} {
		if got := a.allow("anna", at); got != want {
			t.Errorf("the %d. time: %t", i+1, got)
		}
	}
	if !a.allow("ben", at) {
		t.Error("somebody else's is used up, too")
	}
}
