package hooks

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

func header(kind, packed string) http.Header {
	h := http.Header{}
	h.Set("Content-Type", kind)
	if packed != "" {
		h.Set("Content-Encoding", packed)
	}
	return h
}

// Numbers of orders and accounts go beyond what a float tells apart.
func TestANumberOfAnyLengthStaysWhatItIs(t *testing.T) {
	body := `{"amount":12.50,"count":3,"large":1e21,"less":-9007199254740993,"most":18446744073709551615,"order":9007199254740993,"token":9007199254740993}`
	got, err := read(header("application/json", ""), []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"amount":12.5,"count":3,"large":1e+21,"less":-9007199254740993,"most":18446744073709551615,"order":9007199254740993,"token":"[hidden]"}`
	if d := cmp.Diff(want, kept(got)); d != "" {
		t.Error(d)
	}
	for rule, want := range map[string]bool{
		`payload.order == 9007199254740993`:                  true,
		`payload.order == 9007199254740992`:                  false,
		`payload.amount * 2.0 > 24.0 && payload.count > 2.5`: true,
		`payload.count * 2.0 == 6.0`:                         true,
		`payload.most > 1 && payload.less < 0`:               true,
	} {
		rules, err := Compile(assistant.HookRules{Filter: rule})
		if err != nil {
			t.Fatal(err)
		}
		if v := rules.Judge(t.Context(), Event{Payload: got}); v.Passes != want {
			t.Errorf("%s: %+v", rule, v)
		}
	}
	for about, group := range map[string]string{`{"id":9007199254740993}`: "9007199254740993", `{"id":12345678}`: "12345678", `{"id":0.5}`: "0.5"} {
		got, err := read(header("", ""), []byte(about))
		if err != nil {
			t.Fatal(err)
		}
		rules, err := Compile(assistant.HookRules{Group: "payload.id"})
		if err != nil {
			t.Fatal(err)
		}
		if v := rules.Judge(t.Context(), Event{Payload: got}); v.Group != group {
			t.Errorf("%s is told together as %q", about, v.Group)
		}
	}
	if _, err := read(header("application/json", ""), []byte(`{"a":1} {"b":2}`)); err == nil {
		t.Error("two are not one")
	}
	if _, err := read(header("application/json", ""), []byte(`{"a":1e999}`)); err == nil {
		t.Error("a number that is none is taken")
	}
}

// Older systems of companies write otherwise than in UTF-8, and say so.
func TestABodyIsReadInTheEncodingThatItSays(t *testing.T) {
	for name, c := range map[string]struct {
		kind, body string
		want       string
		err        error
	}{
		"a mark before UTF-8":             {"application/json", "\xef\xbb\xbf{\"name\":\"Müller\"}", `{"name":"Müller"}`, nil},
		"Latin-1":                         {"text/plain; charset=ISO-8859-1", "M\xfcller", `"Müller"`, nil},
		"Windows":                         {`application/json; charset="windows-1252"`, "{\"price\":\"\x80 5\"}", `{"price":"€ 5"}`, nil},
		"a form in Latin-1":               {"application/x-www-form-urlencoded; charset=iso-8859-1", "name=M%FCller&city=K\xf6ln", `{"city":"Köln","name":"Müller"}`, nil},
		"UTF-16 with its mark":            {"application/json; charset=utf-16", "\xff\xfe{\x00}\x00", `{}`, nil},
		"UTF-8 as it says":                {"application/json; charset=UTF-8", `{"a":"ü"}`, `{"a":"ü"}`, nil},
		"an encoding that nobody knows":   {"text/plain; charset=x-mac-klingon", "abc", "", errOtherCharset},
		"another than it says":            {"text/plain; charset=utf-8", "M\xfcller", "", errBroken},
		"one that it does not say at all": {"application/json", "{\"name\":\"M\xfcller\"}", "", errBroken},
		"a form in none":                  {"application/x-www-form-urlencoded", "name=M%FCller", "", errBroken},
	} {
		got, err := read(header(c.kind, ""), []byte(c.body))
		if err != c.err { //nolint:errorlint // it is not wrapped
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err == nil && kept(got) != c.want {
			t.Errorf("%s: %s", name, kept(got))
		}
	}
	if _, err := read(header("application/json", "gzip"), []byte("\x1f\x8b")); err != errPacked { //nolint:errorlint // as above
		t.Error(err)
	}
	if _, err := read(header("application/json", "identity"), []byte("{}")); err != nil {
		t.Error(err)
	}
}
