package owner_test

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/owner"
)

// TestWhereNobodyIsKnownByNamePeopleKnowTheirOwn, and cards are drawn all the same.
func TestWhereNobodyIsKnownByNamePeopleKnowTheirOwn(t *testing.T) {
	me := owner.New(owner.Config{Person: assistant.Person{ID: "anna", Name: "Anna"}})
	for id, want := range map[assistant.PersonID]string{"anna": "Anna", "ben": ""} {
		if got := me.Called(t.Context(), id); got != want {
			t.Errorf("%s is called %q", id, got)
		}
	}
	if got := me.CalledAll(t.Context(), []assistant.PersonID{"ben"}); got["anna"] != "Anna" || got["ben"] != "" {
		t.Errorf("%v", got)
	}
}
