package main

import (
	crand "crypto/rand"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/storage"
)

// migrateCommand brings the database up to date.
type migrateCommand struct{}

// Run implements the subcommand.
func (migrateCommand) Run(c *command) error {
	if err := c.config.check(); err != nil {
		return err
	}
	log, err := c.config.logger(c.stderr)
	if err != nil {
		return err
	}
	if err := c.config.openData(log); err != nil {
		return err
	}
	err = storage.Migrate(c.ctx, storage.Config{
		DatabaseURL: c.config.DatabaseURL, Dir: c.config.Data, IDs: assistant.NewIDs(time.Now, crand.Reader), Now: time.Now, Log: log,
	})
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	_, err = fmt.Fprintln(c.stdout, "The database is up to date.")
	return err
}
