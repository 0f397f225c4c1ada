package chat

import (
	"bytes"
	"io"
	"net/http"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
)

// maxHead is how much is kept of how an answer begins, to say what it is.
const maxHead = 512

// noted is a body whose beginning is kept.
type noted struct {
	body io.Reader
	head []byte
}

// Read implements [io.Reader].
func (n *noted) Read(p []byte) (int, error) {
	read, err := n.body.Read(p)
	if left := maxHead - len(n.head); left > 0 {
		n.head = append(n.head, p[:min(read, left)]...)
	}
	return read, err
}

// nothing says what an answer is in which there was nothing to read; over tells whether it said so itself.
func (m *Model) nothing(answer *http.Response, head []byte, over bool) error {
	head = bytes.TrimSpace(head)
	kind := answer.Header.Get("Content-Type")
	packed := answer.Header.Get("Content-Encoding")
	switch {
	case len(head) == 0:
		err := m.odd(llm.ErrBroken, "answered 200 with nothing in it", "Look into its log. A proxy before it may have dropped the answer.")
		err.Again = true
		return err
	case packed != "" && packed != "gzip" && packed != "identity":
		return m.odd(llm.ErrGarbage, "packs its answers as "+packed+", which nobody asked for", "Switch compression off at the proxy before it.")
	case head[0] == '<':
		return m.odd(llm.ErrGarbage, "answered 200 with a web page instead of a reply",
			"The base address is that of a website, of a sign-in page or of a proxy: it usually ends in /v1.")
	case bytes.HasPrefix(head, []byte("data:")), bytes.HasPrefix(head, []byte("{")), bytes.HasPrefix(head, []byte("event:")), bytes.HasPrefix(head, []byte(":")):
		class := llm.ErrBroken
		if over {
			class = llm.ErrTruncated
		}
		err := m.odd(class, "ended its answer before there was anything in it", "Look into its log.")
		err.Again = true
		return err
	default:
		return m.odd(llm.ErrGarbage, "answered 200 with something that is no reply ("+strings.TrimSpace(kind)+"): "+string(head),
			"Is the base address that of its API? It usually ends in /v1.")
	}
}
