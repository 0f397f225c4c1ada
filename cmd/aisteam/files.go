package main

import (
	"fmt"
	"os"

	"github.com/aisteam/aisteam/agents/reading"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/orchestrator"
)

// fetchers are who gets what people attach, by surface.
func (s *server) fetchers() map[assistant.Surface]orchestrator.Fetcher {
	all := map[assistant.Surface]orchestrator.Fetcher{assistant.SurfaceWeb: web.Uploads{Files: s.db}}
	if s.slack != nil {
		all[assistant.SurfaceSlack] = s.slack
	}
	if s.discord != nil {
		all[assistant.SurfaceDiscord] = s.discord
	}
	return all
}

// reader reads files in processes of their own, which are this program again, without any of its environment.
func (s *server) reader() orchestrator.Reader {
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0]
	}
	return reading.NewChild([]string{self, "read"}, s.hooks.env, s.log)
}

// readCommand is one of those processes: a file on its input, what it says on its output.
type readCommand struct{}

// Run implements the subcommand.
func (readCommand) Run(c *command) error {
	if err := reading.Serve(c.ctx, os.Stdin, c.stdout, reading.Fence(), os.Exit); err != nil {
		return fmt.Errorf("read: %w", err)
	}
	return nil
}
