package hooks

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

func TestRowsDecideAsTheySay(t *testing.T) {
	about := payload(t, `{"action":"opened","amount":120,"price":"19.90","draft":true,"labels":["bug","5"],"user":{"login":"anna","a.b":{"c\"d":"x"}},"in":"here","none":null,"text":"say hello"}`)
	for row, want := range map[Row]bool{
		{"action", Is, "opened"}:           true,
		{"action", Is, "closed"}:           false,
		{"action", IsNot, "closed"}:        true,
		{"action", IsNot, "opened"}:        false,
		{"missing", Is, "x"}:               false,
		{"missing", IsNot, "x"}:            true,
		{"missing.deeper", IsNot, "x"}:     true,
		{"action.deeper", IsNot, "x"}:      true,
		{"amount", Is, "120"}:              true,
		{"amount", Is, "120.0"}:            true,
		{"amount", IsNot, "120"}:           false,
		{"price", Is, "19.90"}:             true,
		{"draft", Is, "true"}:              true,
		{"draft", IsNot, "true"}:           false,
		{"amount", More, "100"}:            true,
		{"amount", More, "120"}:            false,
		{"amount", Less, "120.5"}:          true,
		{"price", More, "19"}:              true, // a text that is a number
		{"action", More, "1"}:              false,
		{"missing", Less, "1"}:             false,
		{"text", Contains, "hello"}:        true,
		{"text", Contains, "Hello"}:        false,
		{"labels", Contains, "bug"}:        true,
		{"labels", Contains, "5"}:          true,
		{"labels", Contains, "bu"}:         false,
		{"amount", Contains, "1"}:          false,
		{"none", There, ""}:                true,
		{"none", NotThere, ""}:             false,
		{"user.login", There, ""}:          true,
		{"user.name", There, ""}:           false,
		{"user.name", NotThere, ""}:        true,
		{"action.x", NotThere, ""}:         true,
		{`user["a.b"]["c\"d"]`, Is, "x"}:   true,
		{"in", Is, "here"}:                 true,
		{KindField, Is, "issues"}:          true,
		{KindField, IsNot, "issues"}:       false,
		{KindField, Contains, "iss"}:       true,
		{KindField, There, ""}:             true,
		{"action", Is, `"+"payload.admin`}: false,
	} {
		if got := judged(t, Rows{All: []Row{row}}, Event{Payload: about, Kind: "issues"}); got != want {
			t.Errorf("%+v is %v", row, got)
		}
	}
	for _, odd := range []any{nil, "action", []any{"action"}, 7.0} {
		for row, want := range map[Row]bool{{"action", Is, "x"}: false, {"action", IsNot, "x"}: true, {"action", There, ""}: false, {"action", NotThere, ""}: true} {
			if got := judged(t, Rows{All: []Row{row}}, Event{Payload: odd}); got != want {
				t.Errorf("%+v of %v is %v", row, odd, got)
			}
		}
	}
}

func judged(t *testing.T, r Rows, e Event) bool {
	t.Helper()
	text, err := r.Expression()
	if err != nil {
		t.Fatalf("%+v: %v", r, err)
	}
	rules, err := Compile(assistant.HookRules{Filter: text})
	if err != nil {
		t.Fatalf("%+v comes to %s: %v", r, text, err)
	}
	return rules.Judge(t.Context(), e).Passes
}

// TestAnyRowsOfAnyEvent: whatever the names and the values are, the rows come to an expression that can be read, that decides as the plain
// comparison does, and that the same rows are read of.
func TestAnyRowsOfAnyEvent(t *testing.T) {
	const rounds = 3000
	r := rand.New(rand.NewPCG(1, 2))
	for range rounds {
		about := Event{Payload: anything(r, 3), Kind: pick(r, "", "push", `say "hi"`)}
		rows := Rows{Any: r.IntN(2) == 0}
		for range 1 + r.IntN(3) {
			rows.All = append(rows.All, anyRow(r, about))
		}
		text, err := rows.Expression()
		if err != nil {
			t.Fatalf("%+v: %v", rows, err)
		}
		if len([]rune(text)) > assistant.HookRuleLimit {
			continue
		}
		if got, want := judged(t, rows, about), plainly(rows, about); got != want {
			t.Errorf("%+v comes to %s, which says %v of %+v", rows, text, got, about)
		}
		back, ok := RowsOf(text)
		if rows.Any = rows.Any && len(rows.All) > 1; !ok {
			t.Errorf("%+v comes to %s, of which no rows are read", rows, text)
		} else if again, err := back.Expression(); err != nil || again != text || back.Any != rows.Any || len(back.All) != len(rows.All) {
			t.Errorf("%+v comes to %s, which is read as %+v: %v", rows, text, back, err)
		}
	}
}

func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

// names and values are such as break what is only put together: quotes, dots, words of the language, other scripts.
func someName(r *rand.Rand) string {
	return pick(r, "a", "b", "in", "true", "type", "size", "payload", "a.b", `"`, `\`, "]", "x y", "ключ", "🙂", "", "@event", "has", "\u202e", "map")
}

func someValue(r *rand.Rand) string {
	return pick(r, "a", "", "5", "5.0", "-3", "1e3", "true", "null", `" || true || "`, `\`, "\n", "'", "🙂", "9007199254740993", "18446744073709551615", "ä", "NaN", "\x00")
}

func anyRow(r *rand.Rand, e Event) Row {
	row := Row{Field: KindField, Comparison: pick(r, Comparisons()...)}
	if r.IntN(6) > 0 {
		path := []string{someName(r)}
		for v := e.Payload; r.IntN(2) == 0 && len(path) < 3; {
			inner, _ := v.(map[string]any)
			v = inner[path[len(path)-1]]
			path = append(path, someName(r))
		}
		row.Field = WritePath(path)
	}
	switch row.Comparison {
	case More, Less:
		row.Value = pick(r, "5", "-3", "0", "2.5", "1e3")
	case There, NotThere:
	default:
		row.Value = someValue(r)
	}
	return row
}

func anything(r *rand.Rand, deep int) any {
	switch n := r.IntN(10); {
	case n < 6 && deep > 0:
		out := map[string]any{}
		for range 4 {
			out[someName(r)] = anything(r, deep-1)
		}
		return out
	case n == 6 && deep > 0:
		return []any{someValue(r), 5.0, "a"}
	case n == 7:
		return pick[any](r, 5.0, -3.0, 1000.0, 2.5, int64(9007199254740993), uint64(18446744073709551615))
	case n == 8:
		return pick[any](r, true, false, nil)
	}
	return someValue(r)
}

// plainly decides as somebody would who reads the rows.
func plainly(rows Rows, e Event) bool {
	holds := func(row Row) bool { return holds(row, e) }
	if rows.Any {
		return slices.ContainsFunc(rows.All, holds)
	}
	return !slices.ContainsFunc(rows.All, func(row Row) bool { return !holds(row) })
}

func holds(row Row, e Event) bool {
	v, there := e.at(row.Field)
	if row.Field == KindField && row.Comparison != There && row.Comparison != NotThere {
		there = true // it is a text, and may be empty
	}
	switch row.Comparison {
	case Is:
		return there && same(v, row)
	case IsNot:
		return !there || !same(v, row)
	case Contains:
		if all, ok := v.([]any); ok {
			return slices.ContainsFunc(all, func(one any) bool { return same(one, row) })
		}
		text, ok := v.(string)
		return there && ok && strings.Contains(text, row.Value)
	case More, Less:
		n, ok := asNumber(v)
		than, _ := strconv.ParseFloat(row.Value, 64)
		return there && ok && (row.Comparison == More && n > than || row.Comparison == Less && n < than)
	case There:
		return there
	case NotThere:
		return !there
	}
	return false
}

func same(v any, row Row) bool {
	switch v := v.(type) {
	case string:
		return v == row.Value
	case bool:
		return row.Field != KindField && strconv.FormatBool(v) == row.Value
	case float64:
		n, ok := number(row.Value)
		return ok && v == n
	case int64:
		return strconv.FormatInt(v, 10) == row.Value
	case uint64:
		return strconv.FormatUint(v, 10) == row.Value
	}
	return false
}

func asNumber(v any) (float64, bool) {
	switch v := v.(type) {
	case string:
		n, err := strconv.ParseFloat(v, 64)
		return n, err == nil
	case float64:
		return v, true
	case int64:
		return float64(v), true
	case uint64:
		return float64(v), true
	}
	return 0, false
}

func TestAPathIsReadAsItWasWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		names := []string{someName(r)}
		for range r.IntN(deepestField) {
			names = append(names, someName(r))
		}
		got, ok := Path(WritePath(names))
		if !ok || !slices.Equal(got, names) {
			t.Errorf("%q is written %s and read %q", names, WritePath(names), got)
		}
	}
	for _, no := range []string{"", ".", "a.", "a..b", ".a", "[a]", `["a"`, `a["b"]c`, "a.[b]", `a]`, KindField, strings.Repeat("a.", 10) + "a", strings.Repeat("a", 300)} {
		if got, ok := Path(no); ok {
			t.Errorf("%q is read as %q", no, got)
		}
	}
}

// What somebody wrote otherwise than rows do stays an expression.
func TestAnExpressionThatIsNoRowsIsNone(t *testing.T) {
	for text, want := range map[string]bool{
		"":                           true,
		`payload.action == "opened"`: true,
		`  payload.action  ==  "opened" && payload.user.login == "anna"`: true,
		`payload["action"] == "opened"`:                                  false,
		`payload.amount > 100`:                                           false, // a text that is a number would not be compared
		`payload.labels.exists(l, l.name == "bug")`:                      false,
		`payload.a == "x" && (payload.b == "y" || payload.c == "z")`:     false,
		`headers["x-a"] == "b"`:                                          false,
		`"opened" == payload.action`:                                     false,
		`payload.`:                                                       false,
		`true`:                                                           false,
	} {
		if got, ok := RowsOf(text); ok != want {
			t.Errorf("%s: %+v, %v", text, got, ok)
		}
	}
}

func TestRowsThatSayNothingAreRefusedOrLeftOut(t *testing.T) {
	if got, err := (Rows{All: []Row{{Comparison: Is}, {"a", Is, "b"}, {}}}).Expression(); err != nil || got != `payload.a == "b"` {
		t.Errorf("%s, %v", got, err)
	}
	for _, no := range []Row{{"", Is, "x"}, {"a..b", Is, "x"}, {"a", More, "many"}, {"a", Less, ""}, {"a", "like", "x"}, {"a", More, "NaN"}} {
		if got, err := (Rows{All: []Row{no}}).Expression(); err == nil {
			t.Errorf("%+v: %s", no, got)
		}
	}
	if _, err := (Rows{All: slices.Repeat([]Row{{"a", Is, "b"}}, MostRows+1)}).Expression(); err == nil {
		t.Error("there is no end of rows")
	}
}

func TestAPastEventTellsWhatAFilterWouldSay(t *testing.T) {
	past := assistant.HookEvent{Kind: "issues", Size: 9, Payload: `{"action":"closed","n":5,"user":{"login":"anna"},"none":null}`}
	for filter, want := range map[string]string{
		"":                                     "",
		`payload.action == "closed"`:           "",
		`payload.action == "opened"`:           "“action” has to be “opened”. Here it is “closed”.",
		`payload.missing == "x"`:               "“missing” has to be “x”. Here it is not there.",
		`double(payload.n) > 7.0`:              "“n” has to be more than 7. Here it is “5”.",
		`event == "push"`:                      "“kind of event” has to be “push”. Here it is “issues”.",
		`payload.user == "x"`:                  "“user” has to be “x”. Here it is no single value.",
		`payload.none == "x"`:                  "“none” has to be “x”. Here it is empty.",
		`payload.user.login.startsWith("b")`:   "The expression is not true of it.",
		`payload.gone.startsWith("b")`:         "It has no field that the filter looks at.",
		`payload.n.startsWith("b")`:            "What it has there cannot be compared so.",
		`payload.a == "x" || payload.b == "y"`: "“a” has to be “x”. Here it is not there.",

		`payload.action == "closed" && payload.n in ["6", 6]`: "“n” has to be “6”. Here it is “5”.",
	} {
		got, err := Tried(t.Context(), filter, past)
		if err != nil || got.Passes != (want == "") || !got.Passes && got.Why[0].String() != want {
			t.Errorf("%s: %+v, %v", filter, got, err)
		}
	}
	for _, no := range []struct {
		filter, payload string
		want            string
	}{
		{`headers["x-a"] == "b"`, `{}`, "headers"},
		{``, `{"a":"b…`, "a part"},
		{`payload.`, `{}`, "too early"},
	} {
		if _, err := Tried(t.Context(), no.filter, assistant.HookEvent{Payload: no.payload, Size: 9}); err == nil || !strings.Contains(err.Error(), no.want) {
			t.Errorf("%s: %v", no.filter, err)
		}
	}
}

func TestTheFieldsOfPastEventsAreOfferedWithoutTheirSecrets(t *testing.T) {
	many := map[string]any{}
	for i := range 3 * fieldsTold {
		many["field"+strconv.Itoa(i)] = i
	}
	raw, err := json.Marshal(many)
	if err != nil {
		t.Fatal(err)
	}
	events := []assistant.HookEvent{
		{Payload: kept(payload(t, `{"action":"opened","token":"t0psecret","note":"ghp_abcdefghijklmnopqrst","user":{"login":"<b>anna</b>","tags":["x"]},"a.b":1}`))},
		{Payload: `{"cut":"of…`},
		{Payload: `"a text"`},
		{Payload: ""},
	}
	want := []Field{{`["a.b"]`, "1"}, {"action", "opened"}, {"note", ""}, {"token", ""}, {"user.login", "<b>anna</b>"}, {"user.tags", ""}}
	if got := Fields(events); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := Fields(append(events, assistant.HookEvent{Payload: string(raw)})); len(got) != fieldsTold {
		t.Errorf("%d fields", len(got))
	}
}
