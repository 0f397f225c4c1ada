package frames

import "bytes"

// value follows a JSON object or list as it comes, to see where it ends. What is neither is never whole.
type value struct {
	depth   int
	quoted  bool // within a string
	escaped bool
	begun   bool
	broken  bool // something stands where nothing may
}

func (v *value) read(line []byte) {
	for _, b := range line {
		switch {
		case v.quoted:
			v.quoted, v.escaped = v.escaped || b != '"', !v.escaped && b == '\\'
		case b == ' ' || b == '\t':
		case b == '{' || b == '[':
			v.broken = v.broken || v.begun && v.depth == 0
			v.depth, v.begun = v.depth+1, true
		case v.depth == 0:
			v.broken = true
		case b == '}' || b == ']':
			v.depth--
		case b == '"':
			v.quoted = true
		}
	}
}

// whole tells whether the value has ended, and nothing stands beside it.
func (v *value) whole() bool { return v.begun && v.depth == 0 && !v.broken }

// breaks finds the ends of lines: CR, LF, or both.
type breaks struct {
	cr bool // the line before ended in CR: an LF right after belongs to it
}

func (b *breaks) split(data []byte, atEnd bool) (advance int, line []byte, err error) {
	skip := 0
	if b.cr && len(data) > 0 {
		b.cr = false
		if data[0] == '\n' {
			skip = 1
		}
	}
	i := bytes.IndexAny(data[skip:], "\r\n")
	switch {
	case i >= 0:
		b.cr = data[skip+i] == '\r'
		return skip + i + 1, data[skip : skip+i], nil
	case atEnd && len(data) > skip:
		return len(data), data[skip:], nil
	case skip > 0 && !atEnd:
		return skip, nil, nil
	default:
		return 0, nil, nil
	}
}
