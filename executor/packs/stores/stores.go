// Package stores lists the packs with tables of their own, for code that opens or migrates a database.
package stores

import (
	"github.com/aisteam/aisteam/assistant/tables"
	background "github.com/aisteam/aisteam/background/store"
	tickets "github.com/aisteam/aisteam/executor/packs/tickets/store"
	workspace "github.com/aisteam/aisteam/executor/packs/workspace/store"
)

// All are the packs with tables. The order is that in which their migrations are applied.
func All() []tables.Pack { return []tables.Pack{tickets.Pack(), background.Pack(), workspace.Pack()} }
