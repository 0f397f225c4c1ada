package bots

import (
	"fmt"
	"strings"
)

const (
	transcriptLine = 400  // bytes of one message
	transcriptAll  = 1900 // of all: what a model's window keeps of one earlier message
)

// Transcript is what had been said in a place before it became a conversation, under a head that says so, since a log
// shows it as one message: its first line and as many of the newest as fit. It is "" without lines. unread says that others
// were never read, so that how many are left out is not known.
func Transcript(head string, lines []string, unread bool) string {
	if len(lines) == 0 {
		return ""
	}
	short := make([]string, len(lines))
	for i, l := range lines {
		short[i] = cutBytes(l, transcriptLine)
	}
	room := transcriptAll - len(head) - len(short[0])
	from := len(short)
	for from > 1 && room-len(short[from-1])-1 >= 0 {
		from--
		room -= len(short[from]) + 1
	}
	out := []string{head, short[0]}
	switch left := from - 1; {
	case unread && left == 0:
		out = append(out, "(messages may be left out)")
	case unread:
		out = append(out, fmt.Sprintf("(at least %d messages left out)", left))
	case left == 0:
	case left == 1:
		out = append(out, "(1 message left out)")
	default:
		out = append(out, fmt.Sprintf("(%d messages left out)", left))
	}
	return strings.Join(append(out, short[from:]...), "\n")
}

// cutBytes shortens a text to n bytes, between characters.
func cutBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n-len("…")], "") + "…"
}
