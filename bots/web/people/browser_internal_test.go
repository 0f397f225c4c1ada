package people

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// TestBrowsersGoByWhatPeopleCallThem, and what is none of theirs goes by no name.
func TestBrowsersGoByWhatPeopleCallThem(t *testing.T) {
	const webkit, like = "AppleWebKit/537.36 (KHTML, like Gecko) ", "Safari/537.36"
	for says, want := range map[string]string{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0":                                                         "Firefox on Windows",
		"Mozilla/5.0 (X11; Linux x86_64) " + webkit + "Chrome/140.0.0.0 " + like:                                                                   "Chrome on Linux",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15":                    "Safari on macOS",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0 Mobile/15E148 Safari/604.1": "Chrome on iPhone",
		"Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1":           "Safari on iPad",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) " + webkit + "Chrome/140.0.0.0 " + like + " Edg/140.0.0.0":                                      "Edge on Windows",
		"Mozilla/5.0 (Linux; Android 10; K) " + webkit + "Chrome/140.0.0.0 Mobile " + like:                                                         "Chrome on Android",
		"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) " + webkit + "Chrome/140.0.0.0 " + like:                                                          "Chrome on ChromeOS",
		"curl/8.5.0": "curl", "": "", "Mozilla/5.0": "", "<script>alert(1)</script>/1.0 (Windows NT 10.0)": "",
	} {
		if got := browserName(wording.In(assistant.English), says); got != want {
			t.Errorf("%q is called %q, not %q", says, got, want)
		}
	}
	if got := browserName(wording.In(assistant.German), "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0"); got != "Firefox unter Windows" {
		t.Errorf("in German: %q", got)
	}
}
