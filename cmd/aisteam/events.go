package main

import (
	"time"

	eventhooks "github.com/aisteam/aisteam/background/hooks"
)

// hookDesk is where people make the hooks by which events outside begin their background tasks.
func (s *server) hookDesk() *eventhooks.Desk {
	return &eventhooks.Desk{Store: s.db, Changes: s.db, Starts: s.db, Permits: s.permits, IDs: s.ids, Public: s.public, Now: time.Now}
}
