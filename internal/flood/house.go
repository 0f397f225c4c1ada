package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	_ "github.com/jackc/pgx/v5/stdlib" // reads what the service keeps in Postgres
	_ "modernc.org/sqlite"             // and in SQLite

	"github.com/aisteam/aisteam/internal/rig"
)

// The databases.
const (
	embedded = "embedded"
	postgres = "postgres"
)

var errDatabase = errors.New("the database is embedded or postgres")

// house is one process of the service, with the database that it keeps things in.
type house struct {
	replica        *rig.Replica
	driver, source string
	end            func()
}

// start starts the service on the database that is asked for.
func start(ctx context.Context, s settings) (*house, error) {
	switch s.database {
	case embedded:
		return startEmbedded(ctx, s.binary)
	case postgres:
		return startPostgres(ctx, s.binary)
	}
	return nil, errDatabase
}

func startEmbedded(ctx context.Context, binary string) (_ *house, err error) {
	dir, err := os.MkdirTemp("", "flood-")
	if err != nil {
		return nil, fmt.Errorf("make a folder: %w", err)
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(dir)
		}
	}()
	if binary == "" {
		if binary, err = rig.Build(ctx, dir); err != nil {
			return nil, err
		}
	}
	replica, err := rig.StartReplica(ctx, binary, dir, "data", "AISTEAM_TOKEN="+token)
	if err != nil {
		return nil, err
	}
	return &house{replica, "sqlite", "file:" + filepath.Join(dir, "data", "aisteam.db") + "?_pragma=busy_timeout(10000)", func() {
		replica.Kill()
		_ = os.RemoveAll(dir)
	}}, nil
}

func startPostgres(ctx context.Context, binary string) (*house, error) {
	r, err := rig.NewOf(ctx, binary)
	if err != nil {
		return nil, err
	}
	replica, err := r.Start(ctx, "AISTEAM_TOKEN="+token)
	if err != nil {
		r.Close(false)
		return nil, err
	}
	return &house{replica, "pgx", r.Postgres.URL(), func() { r.Close(false) }}, nil
}

// open opens what the service keeps.
func (h *house) open() (*sql.DB, error) {
	db, err := sql.Open(h.driver, h.source)
	if err != nil {
		return nil, fmt.Errorf("open what the service keeps: %w", err)
	}
	return db, nil
}

// field is a field of JSON that a column or an expression holds, in the database's words.
func (h *house) field(of, name string) string {
	if h.driver == "sqlite" {
		return "json_extract(" + of + ", '$." + name + "')"
	}
	return "(cast(" + of + " as jsonb)->>'" + name + "')"
}
