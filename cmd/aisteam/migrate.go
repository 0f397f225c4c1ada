package main

import (
	crand "crypto/rand"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/packs/stores"
	"github.com/aisteam/aisteam/storage"
)

// migrateCommand brings the database up to date.
type migrateCommand struct {
	SQL bool `name:"sql" help:"Print what a database administrator runs once before the first migration, and exit."`
}

// Run implements the subcommand.
func (m migrateCommand) Run(c *command) error {
	if m.SQL {
		_, err := fmt.Fprint(c.stdout, storage.AdministratorSQL())
		return err
	}
	if err := c.config.check(); err != nil {
		return err
	}
	log, err := c.config.logger(c.stderr)
	if err != nil {
		return err
	}
	if c.config.DatabaseURL == "" {
		if err := c.config.openData(log); err != nil {
			return err
		}
	}
	err = c.config.reach(c.ctx, log, func() error {
		return storage.Migrate(c.ctx, storage.Config{
			DatabaseURL: c.config.DatabaseURL, Dir: c.config.Data, IDs: assistant.NewIDs(time.Now, crand.Reader), Now: time.Now, Log: log, Packs: stores.All(),
		})
	})
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	_, err = fmt.Fprintln(c.stdout, "The database is up to date.")
	return err
}
