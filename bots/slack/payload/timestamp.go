package payload

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Moment reads a Slack timestamp; zero when it is none.
func Moment(ts string) time.Time {
	whole, part, _ := strings.Cut(ts, ".")
	s, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || s <= 0 || s > 1<<40 {
		return time.Time{}
	}
	us, err := strconv.ParseInt(part, 10, 64)
	if err != nil || us < 0 || us >= 1e6 || len(part) != 6 {
		us = 0
	}
	return time.Unix(s, us*1000).UTC()
}

// Timestamp is a moment as a Slack timestamp.
func Timestamp(t time.Time) string { return fmt.Sprintf("%d.%06d", t.Unix(), t.Nanosecond()/1000) }
