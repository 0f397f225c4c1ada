package agents_test

import "testing"

// TestWhatNeedsNoProjectIsNotAskedForOne, and what could be about a site is.
func TestWhatNeedsNoProjectIsNotAskedForOne(t *testing.T) {
	for text, want := range map[string]bool{
		"Create a ticket about the slow contact form":                      true,
		"Please create a ticket about the page that is broken. Thank you!": true,
		"Remind me in two hours to call Anna":                              true,
		"Every weekday at 9 check the audit and let me know":               false,
		"In two hours remind me to look at the page":                       false,
		"Create a page called Services":                                    false,
		"Create a ticket and a page":                                       false,
		"Create a ticket about the form and add a page called Help":        false,
		"Audit the home page":                                              false,
		"Change the price of the tea":                                      false,
		"Set up a newsletter":                                              false,
		"Hello there":                                                      false,
		"":                                                                 false,
	} {
		if got := served().Placeless(text); got != want {
			t.Errorf("%q: placeless %t", text, got)
		}
	}
}
