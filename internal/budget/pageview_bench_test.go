package budget_test

import (
	"testing"

	"github.com/aisteam/aisteam/storage"
)

// BenchmarkPageView is what the server does for a look at a conversation.
func BenchmarkPageView(b *testing.B) {
	p := openPanel(b, storage.Config{Dir: b.TempDir()})
	path := "/c/" + string(p.talk(50))
	b.ReportAllocs()
	for b.Loop() {
		p.serves(path)
	}
}
