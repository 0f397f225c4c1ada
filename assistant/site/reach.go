package site

import "time"

// Reach is whether an address answers visitors, and for how long what it stands on holds.
type Reach struct {
	URL     string        // after redirects
	Status  int           // 0 where nothing answered
	Leads   string        // where it sends visitors on to, where nobody looked; "" where it does not
	Problem string        // why nothing answered, as the rest of a sentence; "" where something did
	Took    time.Duration // to the end of the page
	Until   time.Time     // the end of its certificate; zero where it has none, or none was seen
}

// Up tells whether visitors see a page.
func (r Reach) Up() bool { return r.Status >= 200 && r.Status < 400 }
