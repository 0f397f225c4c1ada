package follow

import (
	"net/http"

	"github.com/aisteam/aisteam/bots/web/request"
)

// Beginning begins a stream, or returns why not. What it returns is followed until the client goes or its session ends.
type Beginning func(w http.ResponseWriter, r *http.Request) (*Follower, error)

// Serve answers with a stream. What was needed to begin it is not on its stack any more while it waits: of a goroutine that
// has used four kilobytes the collector keeps sixteen, and there may be many of these.
func Serve(open Beginning, fail request.Failing) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, request.BodyLimit)
		f, err := open(w, r)
		if err != nil {
			fail(w, r, err)
			return
		}
		f.follow(r.Context())
	})
}
