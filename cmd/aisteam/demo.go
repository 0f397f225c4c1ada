package main

import (
	"crypto/rand"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
	"github.com/aisteam/aisteam/executor/packs/workspace/demo"
	workspacestore "github.com/aisteam/aisteam/executor/packs/workspace/store"
)

// demoCommand fills the workspace of the default tenant with a made-up company, or takes that away.
type demoCommand struct {
	Remove bool `help:"Take the demo away, with everything that was put into its projects."`
}

const mostAssigned = 8 // people whom the demo's tasks are assigned to

// Run implements the subcommand.
func (d demoCommand) Run(c *command) error {
	if err := c.config.check(); err != nil {
		return err
	}
	log, err := c.config.logger(c.stderr)
	if err != nil {
		return err
	}
	s := &server{config: c.config, hooks: c.hooks, log: log, ids: assistant.NewIDs(time.Now, rand.Reader)}
	defer s.close()
	if c.config.DatabaseURL == "" {
		if err := c.config.openData(log); err != nil {
			return err
		}
	}
	if err := s.openStorage(c.ctx); err != nil {
		return err
	}
	kept := workspacestore.New(s.db)
	v := workspace.Viewer{Tenant: s.tenant.ID, Person: s.owner.ID}
	if d.Remove {
		n, err := kept.Clear(c.ctx, v, demo.Key)
		if err != nil {
			return fmt.Errorf("remove the demo: %w", err)
		}
		said := fmt.Sprintf("The demo is gone: %d projects.", n)
		if n == 0 {
			said = "There is no demo in the workspace."
		}
		_, err = fmt.Fprintln(c.stdout, said)
		return err
	}
	people, err := kept.Members(c.ctx, v, workspace.MembersWanted{Limit: mostAssigned})
	if err != nil {
		return err
	}
	var who []assistant.PersonID
	for _, m := range people {
		who = append(who, m.Person)
	}
	filled, err := demo.Fill(c.ctx, demo.Config{
		Ago: func(ago time.Duration) demo.Store { return workspacestore.Ago(kept, ago) }, Viewer: v, People: who, Today: workspace.DateOf(time.Now()),
	})
	if err != nil {
		return fmt.Errorf("fill the demo: %w", err)
	}
	_, err = fmt.Fprintf(c.stdout, "The workspace has %d projects, %d tasks, %d blockers and %d documents to try. "+
		"Ask “What is blocked?” or “What is on my plate?”.\nTake them away with `aisteam demo --remove`.\n",
		filled.Projects, filled.Tasks, filled.Blockers, filled.Documents)
	return err
}
