package assistant

import "time"

// Settling ends the work on mails that one batch answers.
type Settling struct {
	Mails []int64
	Batch Batch
	Last  bool      // the claim goes back with it
	Shows []Surface // whose places are to be shown by whoever settles what is new there; none where somebody else will
	Lease time.Duration
}

// Settled is what came of it.
type Settled struct {
	Ready  bool            // mail came during the hold of a claim that went back
	Places []DeliveryClaim // that are behind now, and in the hands of whoever settled
	Behind bool            // others are behind that are not: somebody should be told
}
