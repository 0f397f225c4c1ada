package assistant

// BackgroundCosts is what like tasks have cost each time, as far as that is known, and what all background work may use up in a day.
type BackgroundCosts struct {
	Times  int   // that it is known of; 0 where it is not known yet
	Same   bool  // they were of the same request, not of other tasks
	Tokens int64 // a time, on average
	Most   int64 // of the dearest time
	Micros int64 // a time, on average, in millionths of a dollar by list price; 0 where a price is not known
	Day    Settings
}

// Share is background work's part of a day's bound; one that bounds stays one.
func Share(bound int64) int64 {
	if bound <= 0 {
		return bound
	}
	return max(1, bound*BackgroundShare/100)
}
