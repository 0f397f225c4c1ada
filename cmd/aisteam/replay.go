package main

import (
	"cmp"
	crand "crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/aisteam/aisteam/agents/llm/backends"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/packs/stores"
	"github.com/aisteam/aisteam/metrics"
	"github.com/aisteam/aisteam/orchestrator"
	"github.com/aisteam/aisteam/orchestrator/replay"
	"github.com/aisteam/aisteam/storage"
)

// replayCommand makes recorded work again, from its record alone, and compares what it says with the log. It is for whoever may read
// the configuration and the database; it writes nothing and goes nowhere.
type replayCommand struct {
	Of           string `arg:"" optional:"" name:"run" help:"The run whose turns and tasks are made again."`
	Turn         string `name:"turn" placeholder:"MESSAGE" help:"The turn that answered a message, or that said it."`
	Conversation string `name:"conversation" placeholder:"ID" help:"All that is recorded of a conversation."`
	Everything   bool   `name:"everything" help:"All that is recorded."`
	Tenant       string `name:"tenant" placeholder:"ID" help:"Whose it is; the first tenant where it is not said."`
}

// errDiffers: something says otherwise than it did. What and where was printed.
var errDiffers = errors.New("not everything says what it said")

// of is what is asked for.
func (r replayCommand) of() (assistant.RecordingsOf, error) {
	given := 0
	for _, is := range []bool{r.Of != "", r.Turn != "", r.Conversation != "", r.Everything} {
		if is {
			given++
		}
	}
	if given != 1 {
		return assistant.RecordingsOf{}, misconfigured("say what to make again: aisteam replay RUN, --turn MESSAGE, --conversation ID or --everything")
	}
	for _, id := range []string{r.Of, r.Turn, r.Conversation, r.Tenant} {
		if id != "" && !assistant.ValidID(id) {
			return assistant.RecordingsOf{}, misconfigured("%q is not an id such as 01990d4e-2f5a-7c31-9d1e-6f1f3c1a7b42", id)
		}
	}
	return assistant.RecordingsOf{Run: assistant.RunID(r.Of), Message: assistant.MessageID(r.Turn), Conversation: assistant.ConversationID(r.Conversation)}, nil
}

// Run implements the subcommand.
func (r replayCommand) Run(c *command) error {
	of, err := r.of()
	if err != nil {
		return err
	}
	s := &server{
		config: c.config, log: slog.New(slog.DiscardHandler), ids: assistant.NewIDs(time.Now, crand.Reader),
		gather: prometheus.NewRegistry(), meter: metrics.New(prometheus.NewRegistry()),
	}
	defer s.close()
	db, err := s.lookAtStorage(c)
	if err != nil {
		return err
	}
	if s.tenant, err = r.tenant(c, db); err != nil {
		return err
	}
	player, err := s.player(c, db)
	if err != nil {
		return err
	}
	all, err := db.Recordings.Recorded(c.ctx, s.tenant.ID, of)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return errors.New("nothing of it is recorded: records are kept for 30 days, and where AISTEAM_RECORD is not false")
	}
	return replayed(c, s.tenant.ID, all, db, player)
}

func (r replayCommand) tenant(c *command, db *storage.DB) (assistant.Tenant, error) {
	if r.Tenant != "" {
		return assistant.Tenant{ID: assistant.TenantID(r.Tenant)}, nil
	}
	tenant, err := db.Tenants.FirstTenant(c.ctx)
	if errors.Is(err, assistant.ErrNotFound) {
		return tenant, errors.New("this database was never served, so nothing is recorded in it")
	}
	return tenant, err
}

// lookAtStorage opens the database to be read alone.
func (s *server) lookAtStorage(c *command) (*storage.DB, error) {
	if err := s.config.checkStores(); err != nil {
		return nil, err
	}
	if s.config.DatabaseURL == "" {
		if _, err := os.Stat(filepath.Join(s.config.Data, "aisteam.db")); err != nil {
			return nil, misconfigured("AISTEAM_DATA %s has no database to look at: name the folder that the service keeps its data in", s.config.Data)
		}
	}
	keys, err := s.config.allKeys()
	if err != nil {
		return nil, err
	}
	db, err := storage.Open(c.ctx, storage.Config{
		DatabaseURL: s.config.DatabaseURL, Connections: 2, Dir: s.config.Data, IDs: s.ids, Now: time.Now, Log: s.log, SecretKeys: keys, Packs: stores.All(), ReadOnly: true,
	})
	if err != nil {
		return nil, fmt.Errorf("open storage: %w", err)
	}
	s.later(func() { _ = db.Close() })
	s.db = ledgersOf(db)
	return db, nil
}

// player is the same team, without a way outside: what tools keep in files goes into a folder that is thrown away.
func (s *server) player(c *command, db *storage.DB) (*orchestrator.Player, error) {
	away, err := os.MkdirTemp("", "aisteam-replay-")
	if err != nil {
		return nil, fmt.Errorf("make a folder to work in: %w", err)
	}
	s.later(func() { _ = os.RemoveAll(away) })
	s.public = assistant.PublicAt(cmp.Or(s.config.PublicURL, "http://"+s.config.Addr))
	s.reached = s.public
	offline := Config{Provider: assistant.ProviderRehearsal, AIEnabled: true, AIAtOnce: 1}
	client, err := offline.models(c.ctx, s.log, s.meter, nil)
	if err != nil {
		return nil, err
	}
	s.models = backends.New(backends.Config{Default: client, IDs: s.ids, Log: s.log})
	s.config.Data = away
	if err := s.openTools(c.ctx); err != nil {
		return nil, err
	}
	if err := s.teams.Refresh(c.ctx); err != nil {
		return nil, fmt.Errorf("read who is on the teams: %w", err)
	}
	wiring, err := s.wiring()
	if err != nil {
		return nil, err
	}
	return orchestrator.NewPlayer(wiring, db.Verbs), nil
}

// replayed prints what came of each, and the first difference of those that differ.
func replayed(c *command, tenant assistant.TenantID, all []assistant.Recorded, db *storage.DB, p *orchestrator.Player) error {
	differ := 0
	for _, of := range all {
		got, err := replay.One(c.ctx, tenant, of, db.Recordings, p)
		if err != nil {
			return err
		}
		name := "turn " + string(of.Cause)
		if of.Task != "" {
			name = "task " + string(of.Task)
		}
		if d := got.Differs; d != nil {
			differ++
			fmt.Fprintf(c.stdout, "%s differs\n  at:    %s\n  field: %s\n  then:  %s\n  now:   %s\n", name, d.At, d.Field, d.Then, d.Now)
			continue
		}
		fmt.Fprintf(c.stdout, "%s: %d steps, %d messages, the same\n", name, got.Steps, got.Messages)
	}
	if differ > 0 {
		return fmt.Errorf("%d of %d differ: %w", differ, len(all), errDiffers)
	}
	fmt.Fprintf(c.stdout, "All %d say the same again.\n", len(all))
	return nil
}
