package storage

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Bury lets a replica forget another one that it has taken for dead.
func Bury(ctx context.Context, d, dead *DB, silence time.Duration) (freed assistant.Waiting, err error) {
	err = d.Replicas.bury(ctx, dead.replica.id, silence, &freed)
	return freed, err
}
