package assistant

// DayDone is what the team did in the last day, as much of it as a person may see: what they asked for, and everything for approvers and
// admins.
type DayDone struct {
	Everybody bool  // it is of the whole team
	Runs      []Run // that ended, the newest first
	Due       int   // times that background tasks were due
	Failed    int   // of these
	Cost      DaysSpent
}
