package wordpress_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/connect/wordpress"
)

// canned is a site that answers everything with the same.
type canned struct {
	status     int
	link, kind string
	body       []byte
	hosts      map[string]bool
}

func (c *canned) RoundTrip(r *http.Request) (*http.Response, error) {
	c.hosts[r.URL.Scheme+"://"+strings.ToLower(r.URL.Host)] = true
	h := http.Header{"Link": {c.link}, "Content-Type": {c.kind}}
	if c.status/100 == 3 {
		h.Set("Location", c.link)
	}
	return &http.Response{
		Status: http.StatusText(c.status), StatusCode: c.status, Header: h, Request: r, ProtoMajor: 1, ProtoMinor: 1,
		Body: io.NopCloser(bytes.NewReader(c.body)), ContentLength: int64(len(c.body)),
	}, nil
}

type safe struct{}

func (safe) Secret(context.Context, assistant.TenantID, assistant.ProjectID, assistant.ConnectionKind) (assistant.Secret, error) {
	return "pass word secret", nil
}

// FuzzAnswers lets a site answer anything: what goes wrong carries words for people or says that it is not there, tells no
// password, and nothing is asked of another site.
func FuzzAnswers(f *testing.F) {
	const api = `<https://shop.example/wp-json/>; rel="https://api.w.org/"`
	page := `{"id":7,"slug":"services","status":"publish","link":"https://shop.example/services/","title":{"raw":"Services"},"content":{"raw":"<p>x</p>\n<!-- aisteam:0a 1b -->"}}`
	for _, s := range []string{page, "[" + page + "]", "[" + page + ",null]", `{"id":"7"}`, `null`, `[]`, `<html><body>Hacked</body></html>`, ``, `{"id":1e30}`, `[{"slug":"services"}]`} {
		f.Add(uint16(200), api, "application/json", []byte(s))
	}
	for _, s := range []string{
		`{"code":"rest_forbidden","message":"no pass word secret","data":{"details":{"status":{"code":"rest_forbidden_status"}}}}`, `{"code":"rest_no_route"}`, `{"code":"rest_already_trashed"}`,
		`{"code":"x","data":{"details":[]}}`, `{"message":"cGFzcw"}`, "oops",
	} {
		for _, status := range []uint16{400, 401, 404, 410, 429, 500} {
			f.Add(status, api, "application/json", []byte(s))
		}
	}
	f.Add(uint16(200), api, "application/json", []byte(`[{"id":7,"name":"A","categories":[{"id":7,"name":"A"}],"images":[{"id":1}],"manage_stock":true,"stock_quantity":3,"status":"publish"}]`))
	f.Add(uint16(200), api, "application/json", []byte(`{"id":7,"date":"x","status":"future","categories":[7],"tags":[8],"meta":[],"menus":1,"object":"page"}`))
	f.Add(uint16(302), "https://evil.example/", "text/html", []byte(page))
	f.Add(uint16(301), "http://shop.example/", "text/html", []byte(page))
	f.Add(uint16(200), `<https://evil.example/wp-json/>; rel="https://api.w.org/"`, "", []byte(page))
	f.Add(uint16(200), `<>; rel="https://api.w.org/", <https://shop.example/?rest_route=/>; rel="https://api.w.org/"`, "", []byte(page))
	says := &canned{}
	p := assistant.Project{ID: "p", Tenant: "t", Name: "Shop", Connections: []assistant.Connection{site.WordPress("https://shop.example", "robot")}}
	f.Fuzz(func(t *testing.T, status uint16, link, kind string, body []byte) {
		if says.status = int(status); status < 200 || status > 599 {
			says.status = 200
		}
		says.link, says.kind, says.body, says.hosts = link, kind, body, map[string]bool{}
		sites := wordpress.New(wordpress.Config{Secrets: safe{}, Own: "t", Transport: says})
		ctx := context.Background()
		told := func(err error, writes bool) {
			t.Helper()
			if err == nil {
				return
			}
			_, words := errors.AsType[*assistant.Trouble](err)
			if !words && !errors.Is(err, assistant.ErrMoved) && !errors.Is(err, assistant.ErrNotFound) && !errors.Is(err, assistant.ErrUncertain) {
				t.Errorf("%v carries no words for people", err)
			}
			if strings.Contains(err.Error(), "pass word secret") || len(err.Error()) > 4000 {
				t.Errorf("%d bytes: %.300s", len(err.Error()), err)
			}
			if errors.Is(err, assistant.ErrUncertain) && !writes {
				t.Errorf("reading is uncertain: %v", err)
			}
		}
		found, ok, err := sites.Pages.Find(ctx, p, "services", "look at the page")
		told(err, false)
		if ok && found.Slug != "services" {
			t.Errorf("found %+v", found)
		}
		_, _, err = sites.Pages.Previous(ctx, p, site.Page{ID: "7"})
		told(err, false)
		at, err := sites.Pages.Stage(ctx, p, site.Page{Slug: "services", Title: "Services", HTML: "<p>x</p>"}, "k")
		told(err, true)
		if err == nil && at != "" && !strings.HasPrefix(strings.ToLower(at), "https://shop.example") && !strings.HasPrefix(strings.ToLower(at), "http://shop.example") {
			t.Errorf("people are sent to %q", at)
		}
		told(sites.Pages.Unstage(ctx, p, site.Page{ID: "7"}, "k"), true)
		for _, page := range []site.Page{{Slug: "new"}, {ID: "7", Slug: "services"}} {
			_, err := sites.Pages.Write(ctx, p, page, "another")
			told(err, true)
		}
		standing := site.Page{ID: "7", Slug: "services", Title: "Services", HTML: "<p>x</p>"}
		now, err := sites.Pages.Write(ctx, p, standing, standing.Hash())
		told(err, true)
		if err == nil && now.ID == "0" {
			t.Errorf("written as %+v", now)
		}
		told(sites.Pages.Remove(ctx, p, site.Page{ID: "7"}), true)
		for _, kind := range []site.EntryKind{site.EntryPage, site.EntryPost, site.EntryProduct, site.EntryFile, site.EntryMenu, site.EntryLink} {
			all, err := sites.Entries.Entries(ctx, p, kind, site.Query{ID: "7"}, "look at it")
			told(err, false)
			if len(all) > 1 || len(all) == 1 && all[0].ID != "7" {
				t.Errorf("asked for 7, told of %+v", all)
			}
			_, err = sites.Entries.Entries(ctx, p, kind, site.Query{Search: "x"}, "look for it")
			told(err, false)
			wanted := site.Entry{Fields: map[string]string{site.FieldTitle: "New", site.FieldSlug: "new", site.FieldCategories: "A, B", site.FieldMetaTitle: "x"}}
			_, err = sites.Entries.Prospect(ctx, p, kind, wanted, "create it")
			told(err, false)
			made, err := sites.Entries.WriteEntry(ctx, p, kind, wanted, "")
			told(err, true)
			if err == nil && (made.ID == "" || made.ID == "0") {
				t.Errorf("written as %+v", made)
			}
			if len(all) == 1 {
				_, err = sites.Entries.WriteEntry(ctx, p, kind, all[0].With(map[string]string{site.FieldTitle: "Else"}), all[0].Hash())
				told(err, true)
			}
			told(sites.Entries.RemoveEntry(ctx, p, kind, site.Entry{ID: "7", Made: []string{"/wp/v2/tags/7", "/wp/v2/users/1"}}), true)
		}
		for host := range says.hosts {
			if host != "https://shop.example" {
				t.Errorf("%s is asked", host)
			}
		}
	})
}
