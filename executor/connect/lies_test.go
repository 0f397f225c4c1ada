package connect_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/sampled"
)

// untruth is an answer that is a lie: to which request of which task.
type untruth struct {
	task assistant.TaskType
	at   int
}

// told are the answers that are lies, by what is lied: with each change others, and always those to what writes.
func told(t *testing.T, lies []string, asked map[assistant.TaskType][]string) map[string][]untruth {
	t.Helper()
	const writes, share = "write", 1.0 / 4
	var points []string
	of := map[string]untruth{}
	for _, lie := range lies {
		for _, task := range slices.Sorted(maps.Keys(asked)) {
			for at, method := range asked[task] {
				kind := "read"
				if method != http.MethodGet && method != http.MethodOptions {
					kind = writes
				}
				point := fmt.Sprintf("%s: %s, answer %d, %s", lie, task, at, kind)
				points, of[point] = append(points, point), untruth{task, at}
			}
		}
	}
	drawn := sampled.AmongShare(t, points, func(p string) bool { return strings.HasSuffix(p, writes) }, "", share)
	t.Logf("%d of %d answers are lies", len(drawn), len(points))
	out := map[string][]untruth{}
	for _, point := range drawn {
		lie, _, _ := strings.Cut(point, ": ")
		out[lie] = append(out[lie], of[point])
	}
	return out
}
