package rest

import (
	"cmp"
	"strconv"
	"strings"
	"time"
)

// IsID tells whether text is one of Discord's ids. They become parts of addresses, so nothing else may pass.
func IsID(text string) bool {
	if text == "" || len(text) > 20 {
		return false
	}
	return strings.Trim(text, "0123456789") == ""
}

// Newer tells whether one id was given out after another.
func Newer(a, b string) bool { return len(a) > len(b) || len(a) == len(b) && a > b }

// Epoch is where Discord's ids begin to count, in milliseconds.
const Epoch = 1420070400000

// overlap is how far our clock and Discord's may differ.
const overlap = time.Minute

// IDAt is an id of that time, with something to spare for clocks that differ.
func IDAt(t time.Time) string {
	return strconv.FormatInt(max(0, t.Add(-overlap).UnixMilli()-Epoch)<<22, 10)
}

// IDBefore is the id before another, so that what is asked for after it includes the other.
func IDBefore(id string) string {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil || n == 0 {
		return id
	}
	return strconv.FormatUint(n-1, 10)
}

// CompareIDs orders ids by when they were given out.
func CompareIDs(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }
