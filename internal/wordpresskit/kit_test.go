package wordpresskit_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/aisteam/aisteam/internal/wordpresskit"
)

func TestTheSiteTakesItsApplicationPassword(t *testing.T) {
	site := wordpresskit.ForTest(t)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, site.URL+"/?rest_route=/wp/v2/users/me&context=edit", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.SetBasicAuth(site.User, site.Password)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var me struct {
		Username string `json:"username"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&me); err != nil {
		t.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK || me.Username != site.User {
		t.Errorf("status %d, user %q; want 200, %q", answer.StatusCode, me.Username, site.User)
	}
}
