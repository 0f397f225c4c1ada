package site

import "time"

// Listing is a page as one of a list.
type Listing struct {
	Title   string
	Slug    string    // its path, as [Page] has it
	URL     string    // where people see it
	Changed time.Time // zero where the site does not say
}

// MenuLine is a line of a site's menu, with where it leads.
type MenuLine struct {
	Title string
	URL   string
}
