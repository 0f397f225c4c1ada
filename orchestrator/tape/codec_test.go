package tape_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/reading"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator/tape"
)

// TestWhatIsRecordedComesBackAsItWas: every field of everything that is recorded, also those that JSON for people leaves out, and those
// that somebody adds one day.
func TestWhatIsRecordedComesBackAsItWas(t *testing.T) {
	for _, of := range []any{
		assistant.Situation{},
		[]assistant.Mail{},
		assistant.ModelCall{},
		assistant.Plan{},
		[]assistant.ToolCall{},
		assistant.Person{},
		assistant.RunView{},
		[]assistant.RunView{},
		assistant.ApprovalRecord{},
		assistant.AgentSession{},
		[]assistant.Pending{},
		assistant.Receipt{},
		[]assistant.UndoneTask{},
		[]assistant.Seen{},
		assistant.Preview{},
		assistant.Spending{},
		llm.Reply{},
		assistant.KeptFile{},
		reading.Document{},
		assistant.TaskWork{},
		assistant.Mail{},
	} {
		t.Run(fmt.Sprintf("%T", of), func(t *testing.T) {
			for _, b := range bodies() {
				want := reflect.New(reflect.TypeOf(of))
				n := 0
				fill(t, want.Elem(), b, &n, 0)
				if got := again(t, want.Elem().Interface()); !reflect.DeepEqual(got, want.Elem().Interface()) {
					t.Fatalf("%+v\ncame back as\n%+v", want.Elem().Interface(), got)
				}
			}
		})
	}
}

// again records a value, and plays it.
func again(t *testing.T, v any) any {
	t.Helper()
	switch v := v.(type) {
	case assistant.Situation:
		return through(t, v)
	case []assistant.Mail:
		return through(t, v)
	case assistant.ModelCall:
		return through(t, v)
	case assistant.Plan:
		return through(t, v)
	case []assistant.ToolCall:
		return through(t, v)
	case assistant.Person:
		return through(t, v)
	case assistant.RunView:
		return through(t, v)
	case []assistant.RunView:
		return through(t, v)
	case assistant.ApprovalRecord:
		return through(t, v)
	case assistant.AgentSession:
		return through(t, v)
	case []assistant.Pending:
		return through(t, v)
	case assistant.Receipt:
		return through(t, v)
	case []assistant.UndoneTask:
		return through(t, v)
	case []assistant.Seen:
		return through(t, v)
	case assistant.Preview:
		return through(t, v)
	case assistant.Spending:
		return through(t, v)
	case llm.Reply:
		return through(t, v)
	case assistant.KeptFile:
		return through(t, v)
	case reading.Document:
		return through(t, v)
	case assistant.TaskWork:
		return through(t, v)
	case assistant.Mail:
		return through(t, v)
	default:
		t.Fatalf("%T is not recorded", v)
		return nil
	}
}

func through[T any](t *testing.T, v T) T {
	t.Helper()
	on := tape.New()
	_, err := tape.Through(on, tape.Read, "it", "", func() (T, error) { return v, nil })
	if err != nil {
		t.Fatal(err)
	}
	part, err := tape.ReadPart(on.Cut(true))
	if err != nil {
		t.Fatal(err)
	}
	got, err := tape.Through(tape.Play(part.Steps), tape.Read, "it", "", func() (T, error) {
		t.Fatal("it was called")
		return v, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func bodies() []assistant.Body {
	return []assistant.Body{
		assistant.Said{},
		assistant.PlanProposed{},
		assistant.PlanDecided{},
		assistant.Asked{},
		assistant.Answered{},
		assistant.RunStarted{},
		assistant.TaskFinished{},
		assistant.TaskWaiting{},
		assistant.ApprovalRequested{},
		assistant.ApprovalDecided{},
		assistant.FileRead{},
		assistant.Briefed{},
		assistant.UndoRequested{},
		assistant.Failed{},
	}
}

// fill gives every field a value of its own.
func fill(t *testing.T, v reflect.Value, b assistant.Body, n *int, deep int) {
	t.Helper()
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("text %d \x00 ü", *n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(*n % 100))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(*n % 100))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(*n) / 3)
	case reflect.Pointer:
		if deep < 6 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(t, v.Elem(), b, n, deep+1)
		}
	case reflect.Interface:
		if deep < 4 {
			of := reflect.New(reflect.TypeOf(b)).Elem()
			fill(t, of, b, n, deep+1)
			v.Set(of)
		}
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[json.RawMessage]() {
			v.SetBytes(fmt.Appendf(nil, ` {"b":%d, "a":1.0}`, *n))
			return
		}
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.SetBytes([]byte{0xff, byte(*n), 0})
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), min(2, max(0, 6-deep)), 2))
		for i := range v.Len() {
			fill(t, v.Index(i), b, n, deep+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for i := range 2 {
			of := reflect.New(v.Type().Elem()).Elem()
			fill(t, of, b, n, deep+1)
			v.SetMapIndex(reflect.ValueOf(fmt.Sprintf("key %d", i)).Convert(v.Type().Key()), of)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Date(2026, 3, 1, 12, 0, *n%60, 123456789, time.UTC)))
			return
		}
		if v.Type() == reflect.TypeFor[assistant.Sentence]() {
			v.Set(reflect.ValueOf(assistant.Say("There are %d of %s: %s", *n, assistant.Label("Reject"), "text")))
			return
		}
		for i := range v.NumField() {
			if !v.Type().Field(i).IsExported() {
				t.Fatalf("%s has a field %s that cannot be recorded", v.Type(), v.Type().Field(i).Name)
			}
			fill(t, v.Field(i), b, n, deep+1)
		}
	default:
		t.Fatalf("%s cannot be recorded", v.Type())
	}
}
