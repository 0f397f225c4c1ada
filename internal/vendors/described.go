package vendors

import (
	"fmt"
	"net/http"
	"path"
	"strings"
)

// described tells what there is to say of a model where somebody asks for that, as all vendors do under /models/: that it is there, and
// of no day on which it ends. It is no request that a model answers, so it is not among those received.
func described(w http.ResponseWriter, r *http.Request) bool {
	if r.Method != http.MethodGet || !strings.Contains(r.URL.Path, "/models/") {
		return false
	}
	w.Header().Set("Content-Type", "application/json")
	name := path.Base(r.URL.Path)
	fmt.Fprintf(w, `{"id":%q,"name":"models/%s","object":"model","shutdown_date":null,"retires_at":null}`, name, name)
	return true
}
