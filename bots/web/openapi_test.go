package web_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/background/hooks"
	"github.com/aisteam/aisteam/bots/web"
)

// document is the API's description, as the tests hold answers against it.
type document struct {
	doc    *openapi3.T
	router routers.Router
}

// described reads the description once. Clients are told to let pass what they do not know; here an object takes no field
// that its description does not name, so that none is forgotten in it.
var described = sync.OnceValues(func() (document, error) {
	raw, err := os.ReadFile("api/openapi.json")
	if err != nil {
		return document{}, err
	}
	doc, err := openapi3.NewLoader().LoadFromData(raw)
	if err != nil {
		return document{}, err
	}
	if err := doc.Validate(context.Background()); err != nil {
		return document{}, err
	}
	for _, s := range doc.Components.Schemas {
		closeObjects(s)
	}
	router, err := gorillamux.NewRouter(doc)
	return document{doc, router}, err
})

// closeObjects lets objects with named fields have those alone.
func closeObjects(ref *openapi3.SchemaRef) {
	if ref == nil || ref.Value == nil {
		return
	}
	if s := ref.Value; len(s.Properties) > 0 && s.AdditionalProperties.Has == nil {
		no := false
		s.AdditionalProperties.Has = &no
	}
	for _, p := range ref.Value.Properties {
		if p.Ref == "" {
			closeObjects(p)
		}
	}
	if items := ref.Value.Items; items != nil && items.Ref == "" {
		closeObjects(items)
	}
}

// asDescribed passes requests on and holds each JSON answer of the API against its description.
func asDescribed(t *testing.T, next http.Handler) http.Handler {
	t.Helper()
	api, err := described()
	if err != nil {
		t.Fatalf("openapi.json: %v", err)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/api/") {
			next.ServeHTTP(w, r)
			return
		}
		kept := &keeper{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(kept, r)
		if problem := api.disagrees(r, kept); problem != "" {
			t.Errorf("%s %s answered %d other than openapi.json says: %s\n%s", r.Method, r.URL.Path, kept.status, problem, kept.body.String())
		}
	})
}

// disagrees says in what an answer is other than described; nothing where it is as it should be.
func (d document) disagrees(r *http.Request, got *keeper) string {
	if !strings.HasPrefix(got.Header().Get("Content-Type"), "application/json") {
		return ""
	}
	at := r.Clone(r.Context())
	at.Body, at.URL.Path = http.NoBody, path.Clean(r.URL.Path) // doubled slashes are served too
	route, params, err := d.router.FindRoute(at)
	if err != nil { // no such route, or none for the method
		if slices.Contains([]int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed}, got.status) {
			return ""
		}
		return err.Error()
	}
	err = openapi3filter.ValidateResponse(r.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: at, PathParams: params, Route: route},
		Status:                 got.status, Header: got.Header(), Body: io.NopCloser(bytes.NewReader(got.body.Bytes())),
		Options: &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true, SkipSettingDefaults: true},
	})
	if err != nil {
		return err.Error()
	}
	return ""
}

// keeper lets an answer through and keeps it.
type keeper struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (k *keeper) WriteHeader(status int) {
	k.status = status
	k.ResponseWriter.WriteHeader(status)
}

func (k *keeper) Write(b []byte) (int, error) {
	k.body.Write(b)
	return k.ResponseWriter.Write(b)
}

// Unwrap lets streams flush and set their deadlines.
func (k *keeper) Unwrap() http.ResponseWriter { return k.ResponseWriter }

func TestEveryRouteOfTheAPIIsDescribedAndEveryDescribedOneIsThere(t *testing.T) {
	api, err := described()
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for address, item := range api.doc.Paths.Map() {
		for method := range item.Operations() {
			said = append(said, method+" "+address)
		}
	}
	w := newWorld(t)
	there := web.APIRoutes(t, w.config(t, func(c *web.Config) { c.Library, c.Tasks, c.Hooks = &library{}, &background.Desk{}, &hooks.Desk{} }))
	slices.Sort(said)
	slices.Sort(there)
	if !slices.Equal(said, there) {
		t.Errorf("openapi.json describes\n%s\nand the API has\n%s", strings.Join(said, "\n"), strings.Join(there, "\n"))
	}
}

func TestTheDescriptionIsServedToWhoeverIsSignedIn(t *testing.T) {
	h := newWorld(t).surface(t)
	want, err := os.ReadFile("api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	if got := call(t, h, "GET", "/api/openapi.json", ""); got.Code != http.StatusOK || !bytes.Equal(got.Body.Bytes(), want) {
		t.Errorf("%d, %d bytes where the file has %d", got.Code, got.Body.Len(), len(want))
	}
	if got := call(t, h, "GET", "/api/openapi.json", "", bare); got.Code != http.StatusUnauthorized {
		t.Errorf("a stranger got %d", got.Code)
	}
}

func TestAnAnswerThatIsNotAsDescribedIsFound(t *testing.T) {
	api, err := described()
	if err != nil {
		t.Fatal(err)
	}
	answer := func(status int, body string) string {
		k := &keeper{ResponseWriter: nowhere{http.Header{"Content-Type": {"application/json"}}}, status: status}
		k.body.WriteString(body)
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "/api/agents", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		return api.disagrees(r, k)
	}
	hans := `{"id":"supervisor","name":"Hans","title":"Chief","role":"Reads.","category":"supervisor","avatar":"x"`
	if problem := answer(200, `{"agents":[`+hans+`}]}`); problem != "" {
		t.Errorf("a good answer: %s", problem)
	}
	for name, problem := range map[string]string{
		"a field too many":    answer(200, `{"agents":[`+hans+`,"secret":"x"}]}`),
		"a field of its kind": answer(200, `{"agents":[`+hans+`,"ordering":"first"}]}`),
		"a missing one":       answer(200, `{"agents":[{"id":"supervisor"}]}`),
		"an unknown status":   answer(418, `{}`),
		"a nameless error":    answer(401, `{"error":"no"}`),
	} {
		if problem == "" {
			t.Errorf("%s was let pass", name)
		}
	}
}

type nowhere struct{ header http.Header }

func (n nowhere) Header() http.Header         { return n.header }
func (n nowhere) Write(b []byte) (int, error) { return len(b), nil }
func (n nowhere) WriteHeader(int)             {}
