package frames_test

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm/internal/frames"
)

func read(t *testing.T, body io.Reader) []string {
	t.Helper()
	out := []string{}
	for f, err := range frames.Read(body) {
		if err != nil {
			return append(out, "error: "+err.Error())
		}
		out = append(out, strings.TrimPrefix(f.Event+"|"+string(f.Data), "|"))
	}
	return out
}

func TestFramesAreReadHoweverTheyAreWritten(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want []string
	}{
		"as the standard says":            {"event: a\ndata: {\"x\":1}\n\ndata: [DONE]\n\n", []string{`a|{"x":1}`, "[DONE]"}},
		"with CR and LF":                  {"data: {\"x\":1}\r\n\r\ndata: {}\r\n\r\n", []string{`{"x":1}`, "{}"}},
		"with CR alone":                   {"data: {\"x\":1}\r\rdata: {}\r\r", []string{`{"x":1}`, "{}"}},
		"without a space":                 {"data:{\"x\":1}\n\n", []string{`{"x":1}`}},
		"with a byte order mark":          {"\ufeffdata: {}\n\n", []string{"{}"}},
		"with comments":                   {": ping\n\ndata: {}\n: ping\n\n", []string{"{}"}},
		"with empty data":                 {"data:\n\ndata: \n\ndata: {}\n\n", []string{"{}"}},
		"over two lines":                  {"data: {\"x\":\ndata: 1}\n\n", []string{"{\"x\":\n1}"}},
		"of words over two lines":         {"data: a\ndata: b\n\n", []string{"a\nb"}},
		"with one line break":             {"data: {\"x\":1}\ndata: {\"x\":2}\ndata: [DONE]\n", []string{`{"x":1}`, `{"x":2}`, "[DONE]"}},
		"with one line break and names":   {"event: a\ndata: {}\nevent: b\ndata: {}\n", []string{"a|{}", "b|{}"}},
		"a name after the data":           {"data: {}\nevent: a\n\n", []string{"a|{}"}},
		"a name alone":                    {"event: error\ndata:\n\n", []string{"error|"}},
		"as lines of JSON":                {"{\"x\":1}\n{\"x\":2}\n", []string{`{"x":1}`, `{"x":2}`}},
		"as one JSON":                     {`{"x":1}`, []string{`{"x":1}`}},
		"as one JSON over many lines":     {"{\n  \"x\": [\n\n1 ]\n}\n", []string{"{\n\"x\": [\n\n1 ]\n}"}},
		"as one list":                     {`[{"x":1}]`, []string{`[{"x":1}]`}},
		"brackets in words are words":     {"data: {\"x\":\"}\\\"]\"\ndata: }\n\n", []string{"{\"x\":\"}\\\"]\"\n}"}},
		"an end without its empty line":   {"data: {\"x\":1}", []string{`{"x":1}`}},
		"an end within a frame":           {"data: {\"x\":1", []string{}},
		"an end within words":             {"data: hello", []string{}},
		"a page":                          {"<html>\n<body>{\n</html>\n", []string{}},
		"two values in a line stay as is": {"data: {}{}\n\n", []string{"{}{}"}},
		"nothing":                         {"", []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, read(t, strings.NewReader(c.body))); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.want, read(t, iotest.OneByteReader(strings.NewReader(c.body)))); diff != "" {
				t.Errorf("byte by byte: %s", diff)
			}
		})
	}
}

func TestAFrameIsGivenAsSoonAsItIsWhole(t *testing.T) {
	for _, ends := range []string{"\n\n", "\r\r", "\r\n\r\n"} {
		in, out := io.Pipe()
		go func() { _, _ = io.WriteString(out, "data: {}"+ends) }()
		for f, err := range frames.Read(in) {
			if err != nil || string(f.Data) != "{}" {
				t.Errorf("%q: %v", f.Data, err)
			}
			break
		}
		_ = in.Close()
	}
}

func TestALineWithoutEndIsAnError(t *testing.T) {
	got := read(t, io.MultiReader(strings.NewReader("data: "), io.LimitReader(endless{}, frames.Most+1)))
	if len(got) != 1 || !strings.Contains(got[0], "longer than") {
		t.Errorf("%.100q", got)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	return len(p), nil
}
