package assistant

import "time"

// Settling ends the work on mails that one batch answers.
type Settling struct {
	Mails []int64
	Batch Batch
	Last  bool      // the claim goes back with it
	Shows []Surface // surfaces whose places the settling worker shows itself; empty if others will
	Lease time.Duration
}

// Settled is what came of it.
type Settled struct {
	Ready  bool            // mail came during the hold of a claim that went back
	Places []DeliveryClaim // places with something new to show, now claimed by the settling worker
	Behind bool            // others are behind that are not: somebody should be told
}
