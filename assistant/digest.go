package assistant

// DayDone is what the team did in the last day, as far as a person may see it: their own requests, or everything for approvers and
// admins.
type DayDone struct {
	Everybody bool  // it is of the whole team
	Runs      []Run // that ended, newest first
	Due       int   // times that background tasks were due
	Failed    int   // of these
	Cost      DaysSpent
}
