package orchestrator

import (
	"github.com/aisteam/aisteam/agents/reading"
	"github.com/aisteam/aisteam/assistant/lanes"
	"github.com/aisteam/aisteam/orchestrator/tape"
)

// supervisors makes the supervisor of each turn: the same one, with the turn's tape between it and everything outside.
type supervisors struct {
	wiring   Config
	bounds   *bounds
	drafting *drafting
	reading  *lanes.Lanes // as many as there are readers, of which one tenant has at most half
	plain    *Supervisor  // of turns that are not recorded
}

func newSupervisors(c Config, b *bounds, d *drafting) *supervisors {
	s := &supervisors{wiring: c, bounds: b, drafting: d, reading: lanes.Sharing(reading.AtOnce / 2)}
	s.plain = s.made(c, ports{store: c.Store, doer: c.Doer, bounds: b})
	return s
}

// ports are what a supervisor reaches the outside by.
type ports struct {
	store  Store
	doer   doer
	bounds *bounds
	tape   *tape.Tape
}

// on is the supervisor of a turn that is recorded on the tape, or played from it.
func (s *supervisors) on(t *tape.Tape) *Supervisor {
	if t == nil {
		return s.plain
	}
	c := s.wiring
	c.Now, c.IDs = t.Now(s.wiring.Now), t.IDs(s.wiring.IDs, s.wiring.Now, s.wiring.Chance)
	b := *s.bounds
	b.rates, b.now = tapedAllowance{s.bounds.rates, t}, c.Now
	return s.made(c, ports{store: tapedStore{c.Store, t}, doer: tapedDoer{c.Doer, t}, bounds: &b, tape: t})
}

// made makes a supervisor of the parts that it decides for.
func (s *supervisors) made(c Config, p ports) *Supervisor {
	m := &models{
		read: p.store, newMail: p.store, lookups: p.store, ongoing: p.store, live: live{c.Store, c.Store, c.Store}, queue: c.Queue, drafting: s.drafting,
		now: c.Now, clock: s.wiring.Now,
	}
	f := &files{from: c.Files, read: c.Reader, shelf: p.store, ids: c.IDs, log: c.Log, lanes: s.reading, bounds: p.bounds, now: s.wiring.Now}
	to := &routing{log: c.Log}
	told := &commands{p.store}
	hands := &staff{models: m, routing: to, commands: told, doer: p.doer, files: f, bounds: p.bounds, ids: c.IDs, advice: max(0, c.Advice)}
	r := &runs{models: m, staff: hands, doer: p.doer, read: p.store, lookups: p.store, named: p.store, ongoing: p.store, reworks: c.Planner, changes: c.Planner, log: c.Log}
	return &Supervisor{
		models: m, routing: to, staff: hands, runs: r, commands: told, named: p.store, asked: p.store, files: f, bounds: p.bounds,
		plans: &plans{planner: c.Planner, models: m, runs: r, read: p.store, readers: c.Store, ids: c.IDs, now: c.Now, meter: c.Metrics, tape: p.tape},
		ids:   c.IDs, now: s.wiring.Now, log: c.Log, meter: c.Metrics,
	}
}
