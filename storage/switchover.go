package storage

import (
	"errors"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

const (
	takesNoWrites = "25006"     // read_only_sql_transaction
	leaveEvery    = time.Second // at most: a database that takes no writes anywhere is not asked for new connections without end
)

// left is when connections were left last, in Unix nanoseconds.
type left struct{ at atomic.Int64 }

// leave gives up every connection where one takes no writes: after a switchover the pool's lead to the old primary, which has become a
// standby and keeps them, while the address leads to the new one. What is in use is given up when its transaction ends.
func (p *postgres) leave(err error) {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || refused.Code != takesNoWrites || p.readOnly {
		return
	}
	now, last := time.Now().UnixNano(), p.left.at.Load()
	if now-last < int64(leaveEvery) || !p.left.at.CompareAndSwap(last, now) {
		return
	}
	p.app.Reset()
	p.engine.Reset()
}
