package servers

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/jackc/pgx/v5"

	"github.com/aisteam/aisteam/executor/packs/stores"
	"github.com/aisteam/aisteam/storage"
)

// The users of a Postgres, as an installation has them. The superuser makes the others and looks where they may not.
const (
	superuser = "postgres"
	owner     = "aisteam_owner"   // owns the database and migrates it
	service   = "aisteam_service" // is what DATABASE_URL names: it becomes the service's roles, and has nothing else
)

// Superuser is the address of the same database for a user with all rights.
func Superuser(address string) string { return as(address, superuser) }

// Owner is the address of the same database for who owns it, and may migrate it.
func Owner(address string) string { return as(address, owner) }

// Service is the address of the same database for the service's user, who owns nothing.
func Service(address string) string { return as(address, service) }

func as(address, user string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address // connecting there fails with an error
	}
	u.User = url.User(user)
	return u.String()
}

// Install makes the database of a server's address the service's: users, ownership and the newest schema. It returns the
// address that DATABASE_URL names.
func Install(ctx context.Context, address string) (url string, err error) {
	parsed, err := pgx.ParseConfig(address)
	if err != nil {
		return "", fmt.Errorf("read address: %w", err)
	}
	c, err := pgx.ConnectConfig(ctx, parsed)
	if err != nil {
		return "", fmt.Errorf("connect: %w", err)
	}
	_, err = c.Exec(ctx, `create role `+owner+` login; create role `+service+` login;
		create role aisteam_app nologin; create role aisteam_engine nologin;
		grant aisteam_app, aisteam_engine to `+service+`, `+owner+`;
		alter database `+pgx.Identifier{parsed.Database}.Sanitize()+` owner to `+owner)
	if err := errors.Join(err, c.Close(ctx)); err != nil {
		return "", fmt.Errorf("make users: %w", err)
	}
	return as(address, service), storage.Migrate(ctx, storage.Config{DatabaseURL: Owner(address), Packs: stores.All()})
}
