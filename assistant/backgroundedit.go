package assistant

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// readingLength is how many characters name what a background task is: enough to tell two readings of one task apart, and few
// enough for a button.
const readingLength = 8

// Reading hashes what the task does, when, and where it reports. Any change to these gives another hash, so nobody changes what
// they were not shown.
func (t BackgroundTask) Reading() string {
	due := ""
	if t.Kind == BackgroundOnce {
		due = strconv.FormatInt(t.Due.Unix(), 10)
	}
	h := sha256.Sum256([]byte(strings.Join([]string{
		string(t.ID), string(t.Kind), t.Title, t.Prompt, t.Schedule, t.Zone, due, strconv.FormatBool(t.Silent), string(t.Conversation), string(t.Overlap),
		strconv.FormatInt(t.Ends.Unix(), 10), strconv.Itoa(t.Left), t.Told,
	}, "\x00")))
	return hex.EncodeToString(h[:])[:readingLength]
}

// BackgroundRewrite is the new version of a background task.
type BackgroundRewrite struct {
	Was    string         // the [BackgroundTask.Reading] that was shown
	Wanted BackgroundTask // with all that is to stay
	Tell   Channel        // where its results go from now on; zero if Wanted says it

	Allows []Allowance  // what it may do without asking from now on, by permission of the person who changes it
	Asks   []StandingID // of what it was allowed before, what it is to ask for again
}

// ErrBackgroundMoved says that a background task is not what was shown any more.
var ErrBackgroundMoved = refusal(Say("This automation was changed meanwhile, so I have left it as it is."), Say("Look at it again, and say what should be different."))
