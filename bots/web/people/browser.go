package people

import (
	"unicode"

	"github.com/mileusna/useragent"

	"github.com/aisteam/aisteam/wording"
)

const browserNameLongest = 40

// browserName turns a user agent into a display name, such as "Firefox on Windows", or "" if it contains no known name.
func browserName(w wording.Words, says string) string {
	ua := useragent.Parse(says)
	system := ua.OS
	if ua.OS == useragent.IOS && ua.Device != "" {
		system = ua.Device
	}
	if !isName(ua.Name) {
		return ""
	}
	if system == "" {
		return ua.Name
	}
	return w.Say("%s on %s", ua.Name, system)
}

// isName tells names from whatever else stands where browsers have theirs: letters, and what may be between them.
func isName(text string) bool {
	for _, r := range text {
		if !unicode.IsLetter(r) && r != ' ' && r != '-' {
			return false
		}
	}
	return text != "" && len(text) <= browserNameLongest
}
