package site

import (
	"fmt"
	"testing"
)

// What wants to know something of the whole site is looked up, and is no audit of a page that is called like the rest of the sentence.
func TestWhatIsAskedOfTheWholeSiteIsLookedUp(t *testing.T) {
	for request, want := range map[string]string{
		"Check that every line of the site’s menu leads to a page that is there; only tell me when something changed": "check_pages map[for:menu] ",
		"Check the site for links that lead nowhere": "check_pages map[for:links] ",
		"are there any broken links?":                "check_pages map[for:links] ",
		"Check which pages have no title or description for search engines; only tell me when something is new": "check_pages map[for:search] ",
		"List the pages that have not been changed for half a year, the oldest first":                           "list_pages map[olderThanMonths:6] ",
		"which pages has nobody touched for two years":                                                          "list_pages map[olderThanMonths:24] ",
		"Which pages do we have?":   "list_pages map[] ",
		"Welche Seiten haben wir?":  "list_pages map[] ",
		"Quelles pages avons-nous?": "list_pages map[] ",
		"¿Qué páginas tenemos?":     "list_pages map[] ",
		"Check whether the home page still says “Services”; only tell me when something changed": "read_page map[] Services",
		"see if the about page still mentions Ruth":                                              "read_page map[slug:about] Ruth",
		"Audit the home page":                                       "",
		"What is on the contact page?":                              "",
		"Which layout suits a services page?":                       "",
		"Find broken links and open a ticket for each":              "",
		"Create a page called Links that lead nowhere":              "",
		"Suggest a title and a description for our shop":            "",
		"Add the page Hours to the menu":                            "",
		"Which pages should we write next, and what do they cost? ": "",
	} {
		got := ""
		if l, ok := lookOf(request); ok {
			got = fmt.Sprintf("%s %v %s", l.tool, l.arguments, l.says)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", request, got, want)
		}
	}
	for _, clause := range []string{"Check that every line of the menu leads to a page that is there", "check whether our page is fast"} {
		if at := (&asked{}).Find(clause); at >= 0 {
			t.Errorf("%q is read as work at %d", clause, at)
		}
	}
}
