package main

import (
	"context"
	"fmt"
	"os"

	"github.com/aisteam/aisteam/agents/reading"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/orchestrator"
)

// fetchers download attachments, by surface.
func (s *server) fetchers() map[assistant.Surface]orchestrator.Fetcher {
	return map[assistant.Surface]orchestrator.Fetcher{
		assistant.SurfaceWeb: web.Uploads{Files: s.db}, assistant.SurfaceSlack: attached{s, assistant.SurfaceSlack}, assistant.SurfaceDiscord: attached{s, assistant.SurfaceDiscord},
	}
}

// attached downloads attachments from a platform as configured.
type attached struct {
	served *server
	on     assistant.Surface
}

// Fetch implements [orchestrator.Fetcher].
func (a attached) Fetch(ctx context.Context, t assistant.TenantID, message string, f assistant.File) ([]byte, error) {
	if app := a.served.slack.Now(); app != nil && a.on == assistant.SurfaceSlack {
		return app.Fetch(ctx, t, message, f)
	}
	if app := a.served.discord.Now(); app != nil && a.on == assistant.SurfaceDiscord {
		return app.Fetch(ctx, t, message, f)
	}
	return nil, assistant.BadInput(assistant.Say("The platform that it was sent on is not connected any more."), assistant.Say("Send it on the panel."))
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
