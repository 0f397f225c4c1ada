package agents_test

import (
	"sync"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/internal/packkit"
)

// served reads by the words of the team that is compiled in.
var served = sync.OnceValue(func() agents.Vocabulary {
	packs, err := packkit.Packs()
	if err != nil {
		panic(err)
	}
	t, err := team.New(team.Roster(), packs)
	if err != nil {
		panic(err)
	}
	return agents.Of(t)
})
