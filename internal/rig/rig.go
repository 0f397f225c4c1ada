package rig

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/redis/go-redis/v9"

	"github.com/aisteam/aisteam/internal/servers"
)

// Rig is an installation: the stores, and the binary that replicas are made of.
type Rig struct {
	Postgres, Redis *servers.Server
	Database        string // the address that replicas are given

	dir, binary string
	replicas    []*Replica
	number      int
}

// New starts the stores and builds the binary. Every commit of the Postgres is on the disk before it is answered, and the
// Redis keeps nothing over a restart.
func New(ctx context.Context) (*Rig, error) { return NewOf(ctx, "") }

// NewOf is New with a binary that is there already, to compare one with another; "" builds it. More settings of Postgres may be named.
func NewOf(ctx context.Context, binary string, settings ...string) (r *Rig, err error) {
	r = &Rig{binary: binary}
	defer func() {
		if err != nil {
			r.Close(false)
		}
	}()
	if r.dir, err = os.MkdirTemp("", "rig-"); err != nil {
		return r, fmt.Errorf("make a folder: %w", err)
	}
	r.Postgres, err = servers.StartPostgres(ctx, servers.Options{Durable: true, Config: append([]string{"shared_buffers=256MB", "max_connections=250"}, settings...)})
	if err != nil {
		return r, fmt.Errorf("start postgres (`make setup` installs it): %w", err)
	}
	if r.Database, err = servers.Install(ctx, r.Postgres.URL()); err != nil {
		return r, fmt.Errorf("install in postgres: %w", err)
	}
	if r.Redis, err = servers.StartRedis(ctx, servers.Options{}); err != nil {
		return r, fmt.Errorf("start redis (`make setup` installs it): %w", err)
	}
	if binary == "" {
		r.binary, err = Build(ctx, r.dir)
	}
	return r, err
}

// Start starts a replica of the installation, with settings of its own on top.
func (r *Rig) Start(ctx context.Context, env ...string) (*Replica, error) {
	r.number++
	env = append([]string{
		"DATABASE_URL=" + r.Database, "REDIS_URL=" + r.Redis.URL(), "AI_PRIMARY_PROVIDER=rehearsal",
		"AISTEAM_TOKEN=rig-token-rig-token", "RATE_LIMIT_AI_REQUESTS_PER_MINUTE=1000000",
	}, env...)
	name := "replica" + strconv.Itoa(r.number)
	if err := r.shareSites(name); err != nil {
		return nil, err
	}
	replica, err := StartReplica(ctx, r.binary, r.dir, name, env...)
	if err == nil {
		r.replicas = append(r.replicas, replica)
	}
	return replica, err
}

// shareSites gives a replica the folder of sites shared by all, as operators of several replicas are told to do: otherwise pages
// are left alone.
func (r *Rig) shareSites(name string) error {
	sites := filepath.Join(r.dir, "sites")
	err := errors.Join(os.MkdirAll(sites, 0o750), os.MkdirAll(filepath.Join(r.dir, name), 0o750))
	if err == nil {
		err = os.Symlink(sites, filepath.Join(r.dir, name, "sites"))
	}
	if err != nil {
		return fmt.Errorf("share the folder of sites with %s: %w", name, err)
	}
	return nil
}

// RedisClient returns a client of its own, which says nothing of failed dials.
func (r *Rig) RedisClient() (*redis.Client, error) {
	redis.SetLogger(silent{})
	o, err := redis.ParseURL(r.Redis.URL())
	if err != nil {
		return nil, fmt.Errorf("read redis url: %w", err)
	}
	return redis.NewClient(o), nil
}

// Close ends everything. It returns the folder with the replicas' logs, where that is to be kept.
func (r *Rig) Close(keep bool) (kept string) {
	for _, replica := range r.replicas {
		replica.Kill()
	}
	for _, s := range []*servers.Server{r.Redis, r.Postgres} {
		if s != nil {
			_ = errors.Join(s.Crash(), s.Stop())
		}
	}
	if keep {
		return r.dir
	}
	_ = os.RemoveAll(r.dir)
	return ""
}

// silent keeps go-redis from writing a line for every failed dial.
type silent struct{}

// Printf implements go-redis's logger.
func (silent) Printf(context.Context, string, ...any) {}
