package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

const shortestToken = 16

// checkToken refuses a token too weak to keep anybody out, and a Postgres on which each replica would make its own.
func (c Config) checkToken() error {
	switch {
	case c.Token != "" && len(c.Token) < shortestToken:
		return misconfigured("AISTEAM_TOKEN is too short to keep anybody out: use %d characters or more", shortestToken)
	case c.Token == "" && c.DatabaseURL != "" && c.SecretKey == "":
		return misconfigured("AISTEAM_TOKEN is not set, and every replica needs the same one: set it, or set AISTEAM_SECRET_KEY, made with openssl rand -base64 32, "+
			"so that one is made and kept sealed in the database; a token that was used before is in %s", tokenFile(c))
	}
	return nil
}

// ownerToken is the bearer token of the default tenant's owner: the configured one, or the one made at the first start. On
// Postgres that one is kept in the database, the same for all replicas; embedded, under the data folder, readable by its owner
// alone. One that is in the folder already goes on being used.
func (s *server) ownerToken(ctx context.Context) (string, error) {
	c := s.config
	if c.Token != "" {
		return c.Token, nil
	}
	token, err := keptToken(c)
	if err != nil || token != "" && c.DatabaseURL == "" {
		return token, err
	}
	fresh := token == ""
	if fresh {
		token = rand.Text()
	}
	if c.DatabaseURL != "" {
		return s.db.OwnerToken(ctx, s.tenant.ID, token)
	}
	if err := os.WriteFile(tokenFile(c), []byte(token+"\n"), private); err != nil {
		return "", fmt.Errorf("keep token: %w", err)
	}
	return token, nil
}

// keptToken returns the token in the data folder, or "".
func keptToken(c Config) (string, error) {
	raw, err := os.ReadFile(tokenFile(c))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", misconfigured("AISTEAM_DATA: the token cannot be read (%v): give the folder to the user that the service runs as", err)
	}
	return strings.TrimSpace(string(raw)), nil
}

// tokenCommand prints the owner's token. Its caller needs read access to the configuration and the database.
type tokenCommand struct{}

// Run implements the subcommand.
func (tokenCommand) Run(c *command) error {
	if err := c.config.check(); err != nil {
		return err
	}
	token := c.config.Token
	if token == "" && c.config.DatabaseURL == "" {
		var err error
		if token, err = keptToken(c.config); err != nil {
			return err
		}
		if token == "" {
			return misconfigured("AISTEAM_DATA %s has no token yet: the first `aisteam serve` makes one", c.config.Data)
		}
	}
	if token == "" {
		s := &server{config: c.config, hooks: c.hooks, log: slog.New(slog.DiscardHandler), ids: assistant.NewIDs(time.Now, rand.Reader)}
		defer s.close()
		if err := s.openStorage(c.ctx); err != nil {
			return err
		}
		token = s.token
	}
	_, err := fmt.Fprintln(c.stdout, token)
	return err
}

func tokenFile(c Config) string { return filepath.Join(c.Data, "token") }

// invitation says how to open the panel. The token is told to a terminal alone: what is printed elsewhere is kept in logs,
// which more people read, for longer. There it is a code, which signs its owner in once.
func (s *server) invitation(ctx context.Context, terminal bool) (string, error) {
	if terminal {
		return fmt.Sprintf("Open the panel: %s/?token=%s", s.reached.Now().URL, s.token), nil
	}
	code := s.ids.Secret()
	if _, err := s.db.KeepSignInCode(ctx, s.tenant.ID, s.owner.ID, "", code); err != nil {
		return "", fmt.Errorf("keep the code for the panel: %w", err)
	}
	where := "AISTEAM_TOKEN"
	switch {
	case s.config.Token != "":
	case s.config.DatabaseURL != "":
		where = "the database (`aisteam token` prints it)"
	default:
		where = tokenFile(s.config)
	}
	return fmt.Sprintf("Open the panel within ten minutes, once: %s/?code=%s\nLater sign in at %s with the token, which is in %s.",
		s.reached.Now().URL, code, s.reached.Now().URL, where), nil
}
