package orchestrator

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

// shelfOf gives every file as its own name, and takes what it gives from a platform.
type shelfOf struct {
	assistant.FileStore

	bytes   int // that come
	failing error
	asked   int
}

func (s *shelfOf) Fetch(context.Context, assistant.TenantID, string, assistant.File) ([]byte, error) {
	s.asked++
	return make([]byte, s.bytes), s.failing
}

func (s *shelfOf) File(_ context.Context, _ assistant.TenantID, id assistant.FileID) (assistant.KeptFile, error) {
	if id == "gone" {
		return assistant.KeptFile{}, assistant.ErrNotFound
	}
	return assistant.KeptFile{ID: id, Type: "image/" + string(id)}, nil
}

// TestAFileIsFetchedUpToItsBound: one that says that it is larger is not asked for, and one that is larger than it said is not read.
func TestAFileIsFetchedUpToItsBound(t *testing.T) {
	away := errors.New("the platform is away")
	for name, c := range map[string]struct {
		says    int64
		is      int
		failing error
		refused bool
		asked   int
	}{
		"small":                    {10, 10, nil, false, 1},
		"as large as may be":       {assistant.MaxFileBytes, assistant.MaxFileBytes, nil, false, 1},
		"says that it is too much": {assistant.MaxFileBytes + 1, 10, nil, true, 0},
		"is more than it says":     {10, assistant.MaxFileBytes + 1, nil, true, 1},
		"breaks off":               {10, assistant.MaxFileBytes + 1, away, false, 1},
	} {
		from := &shelfOf{bytes: c.is, failing: c.failing}
		f := &files{from: map[assistant.Surface]Fetcher{assistant.SurfaceSlack: from}}
		data, err := f.fetch(t.Context(), saying(assistant.Person{ID: "anna"}, "look"), assistant.File{Surface: assistant.SurfaceSlack, Size: c.says})
		_, refused := errors.AsType[*assistant.Trouble](err)
		if refused != c.refused || from.asked != c.asked || errors.Is(err, away) != (c.failing != nil) || err == nil && len(data) != c.is {
			t.Errorf("%s: %d bytes, asked %d times, %v", name, len(data), from.asked, err)
		}
	}
}

// TestAModelIsShownTheNewestPictures, oldest first, and at most four of them; what is no picture, or is gone, takes no place.
func TestAModelIsShownTheNewestPictures(t *testing.T) {
	turn := saying(assistant.Person{ID: "anna"}, "look")
	for _, id := range []assistant.FileID{"a", "b", "c", "gone", "", "d", "e", ""} {
		turn.sit.Files = append(turn.sit.Files, assistant.FileRead{Image: id})
	}
	got, err := (&files{shelf: new(shelfOf)}).pictures(t.Context(), turn)
	if err != nil {
		t.Fatal(err)
	}
	var shown []string
	for _, p := range got {
		shown = append(shown, p.Type)
	}
	if diff := cmp.Diff([]string{"image/b", "image/c", "image/d", "image/e"}, shown); diff != "" {
		t.Error(diff)
	}
}

// TestAFilesNameIsOneShortLine, whoever chose it.
func TestAFilesNameIsOneShortLine(t *testing.T) {
	for name, want := range map[string]string{
		"plan.pdf": "plan.pdf", " my\n\tplan .pdf ": "my plan .pdf", "": "a file", "\xff\n": "a file",
		strings.Repeat("ä", 120): strings.Repeat("ä", 120), strings.Repeat("ä", 121): strings.Repeat("ä", 120) + "…",
	} {
		if got := nameOf(assistant.File{Name: name}); got != want {
			t.Errorf("%q is called %q", name, got)
		}
	}
}
