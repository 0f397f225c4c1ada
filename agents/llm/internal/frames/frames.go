// Package frames reads streamed replies: server-sent events, as the WHATWG's HTML standard says in its section 9.2.6.
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

// Read gives the frames of a stream in their order. A frame that the stream ends within is not given: it may not be whole.
// An error ends the sequence.
func Read(body io.Reader) iter.Seq2[Frame, error] {
	return func(yield func(Frame, error) bool) {
		lines := bufio.NewScanner(body)
		lines.Buffer(make([]byte, 0, 4<<10), Most)
		var f Frame
		begun := false
		for lines.Scan() {
			line := bytes.TrimSuffix(lines.Bytes(), []byte{'\r'})
			if len(line) == 0 {
				if begun && !yield(f, nil) {
					return
				}
				f, begun = Frame{}, false
				continue
			}
			name, value, _ := bytes.Cut(line, []byte{':'})
			value = bytes.TrimPrefix(value, []byte{' '})
			switch string(name) {
			case "event":
				f.Event = string(value)
			case "data":
				if begun {
					f.Data = append(f.Data, '\n')
				}
				f.Data, begun = append(f.Data, value...), true
			}
		}
		if err := lines.Err(); err != nil {
			yield(Frame{}, failure(err))
		}
	}
}

func failure(err error) error {
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("a line is longer than %d bytes: %w", Most, err)
	}
	return err
}
