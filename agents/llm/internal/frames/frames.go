// Package frames reads streamed replies: server-sent events, as the WHATWG's HTML standard says in its section 9.2.6, and what
// servers send that say they speak them.
//
// Beside the standard's form it takes what can be meant in one way only: frames with no empty line between them, where what has
// come is a whole JSON value already; JSON without any field name, on a line of its own (NDJSON) or over many, as servers answer
// that do not stream; a byte order mark; and at the end a frame without its empty line whose JSON is whole.
package frames

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
)

// Most bounds a line, in bytes.
const Most = 16 << 20

// Frame is one event of a stream.
type Frame struct {
	Event string // its name; "" where it has none
	Data  []byte // valid until the next is read
}

// Read gives the frames of a stream in their order, those that hold something. A frame that the stream ends within is not given:
// it may not be whole. An error ends the sequence.
func Read(body io.Reader) iter.Seq2[Frame, error] {
	return func(yield func(Frame, error) bool) {
		lines := bufio.NewScanner(body)
		lines.Buffer(make([]byte, 0, 4<<10), Most)
		lines.Split((&breaks{}).split)
		var g gathering
		for first := true; lines.Scan(); first = false {
			line := lines.Bytes()
			if first {
				line = bytes.TrimPrefix(line, []byte("\ufeff"))
			}
			if whole, ok := g.take(line); ok && !yield(whole, nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(Frame{}, failure(err))
			return
		}
		if whole, ok := g.rest(); ok {
			yield(whole, nil)
		}
	}
}

func failure(err error) error {
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("a line is longer than %d bytes: %w", Most, err)
	}
	return err
}

// gathering is the frame at hand.
type gathering struct {
	f     Frame
	begun bool // a line of data has come
	bare  bool // the data came without a field's name
	value value
}

// take reads a line and gives the frame that it shows to be whole, if any.
func (g *gathering) take(line []byte) (whole Frame, ok bool) {
	if len(line) == 0 && !g.bare {
		return g.end()
	}
	text := bytes.TrimSpace(line)
	if g.bare || !g.begun && len(text) > 0 && (text[0] == '{' || text[0] == '[') {
		g.bare = true
		g.data(text)
		if g.value.whole() {
			return g.end()
		}
		return Frame{}, false
	}
	name, content, _ := bytes.Cut(line, []byte{':'})
	content = bytes.TrimPrefix(content, []byte{' '})
	switch string(name) {
	case "event":
		if g.f.Event != "" && g.value.whole() {
			whole, ok = g.end()
		}
		g.f.Event = string(content)
	case "data":
		if g.value.whole() {
			whole, ok = g.end()
		}
		g.data(content)
	}
	return whole, ok
}

func (g *gathering) data(content []byte) {
	if g.begun {
		g.f.Data = append(g.f.Data, '\n')
	}
	g.f.Data, g.begun = append(g.f.Data, content...), true
	g.value.read(content)
}

// end gives the frame at hand, unless there is nothing in it, and begins another.
func (g *gathering) end() (Frame, bool) {
	f, begun := g.f, g.begun && len(bytes.TrimSpace(g.f.Data)) > 0
	if !begun && g.f.Event != "" && g.begun {
		begun = true // its name may be all that it says
	}
	*g = gathering{}
	return f, begun
}

// rest gives the frame at hand when the stream is over, if it can be seen to be whole.
func (g *gathering) rest() (Frame, bool) {
	if !g.value.whole() {
		return Frame{}, false
	}
	return g.end()
}
