// Package fakeshop is a shop of WooCommerce for tests: its REST API of version 3 as that is documented, and strict.
package fakeshop

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// Shop answers as WooCommerce's REST API of version 3 is documented to, and refuses what that refuses: a price that is no text,
// a stock that is no number, a field that it does not have, a product number that is taken. It stands for the real one, which no
// registry of packages has.
type Shop struct {
	URL string

	tb         testing.TB
	mu         sync.Mutex
	products   map[int]map[string]any
	categories map[int]string
	next       int
	missing    bool // the plugin is not there
}

// The account that the shop lets in.
const (
	User     = "shopkeeper"
	Password = "pass word"
)

// New starts a shop that ends with the test.
func New(tb testing.TB) *Shop {
	tb.Helper()
	f := &Shop{tb: tb, products: map[int]map[string]any{}, categories: map[int]string{15: "Uncategorized"}, next: 100}
	server := httptest.NewServer(f)
	tb.Cleanup(server.Close)
	f.URL = server.URL
	return f
}

// Close takes the plugin off the site.
func (f *Shop) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.missing = true
}

// Set changes a field of the product of that name, as somebody in the shop does.
func (f *Shop) Set(name, field string, value any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range f.products {
		if p["name"] == name {
			p[field] = value
		}
	}
}

// ServeHTTP implements [http.Handler].
func (f *Shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if r.Method == http.MethodHead {
		w.Header().Set("Link", `<http://`+r.Host+`/wp-json/>; rel="https://api.w.org/"`)
		return
	}
	route, ok := strings.CutPrefix(r.URL.Path, "/wp-json/wc/v3/products")
	if !ok || f.missing {
		f.refuse(w, http.StatusNotFound, "rest_no_route", "No route was found matching the URL and request method.")
		return
	}
	if user, pass, _ := r.BasicAuth(); user != User || pass != Password {
		f.refuse(w, http.StatusUnauthorized, "woocommerce_rest_cannot_view", "Sorry, you cannot list resources.")
		return
	}
	var body map[string]any
	if raw, err := io.ReadAll(r.Body); err == nil && len(raw) > 0 {
		if err := json.Unmarshal(raw, &body); err != nil {
			f.tb.Errorf("%s %s: %s", r.Method, r.URL, raw)
		}
	}
	if rest, ok := strings.CutPrefix(route, "/categories"); ok {
		f.category(w, r, strings.Trim(rest, "/"), body)
		return
	}
	f.product(w, r, strings.Trim(route, "/"), body)
}

func (f *Shop) refuse(w http.ResponseWriter, status int, code, message string) {
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"code":%q,"message":%q,"data":{"status":%d}}`, code, message, status)
}

func (f *Shop) say(w http.ResponseWriter, status int, what any) {
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(what); err != nil {
		f.tb.Error(err)
	}
}

func (f *Shop) category(w http.ResponseWriter, r *http.Request, id string, body map[string]any) {
	n, _ := strconv.Atoi(id)
	name, known := f.categories[n]
	told := func(n int) map[string]any {
		count := 0
		for _, p := range f.products {
			if p["status"] == "trash" {
				continue
			}
			for _, c := range p["categories"].([]map[string]any) {
				if c["id"] == n {
					count++
				}
			}
		}
		return map[string]any{"id": n, "name": strings.ReplaceAll(f.categories[n], "&", "&amp;"), "count": count}
	}
	switch {
	case id == "" && r.Method == http.MethodGet:
		out := []map[string]any{}
		for _, n := range slices.Sorted(maps.Keys(f.categories)) {
			if strings.Contains(strings.ToLower(f.categories[n]), strings.ToLower(r.URL.Query().Get("search"))) {
				out = append(out, told(n))
			}
		}
		f.say(w, http.StatusOK, out)
	case id == "" && r.Method == http.MethodPost:
		f.next++
		f.categories[f.next], _ = body["name"].(string)
		f.say(w, http.StatusCreated, told(f.next))
	case !known:
		f.refuse(w, http.StatusNotFound, "woocommerce_rest_term_invalid", "Resource does not exist.")
	case r.Method == http.MethodDelete:
		delete(f.categories, n)
		f.say(w, http.StatusOK, map[string]any{"id": n, "name": name})
	default:
		f.say(w, http.StatusOK, told(n))
	}
}

func (f *Shop) product(w http.ResponseWriter, r *http.Request, id string, body map[string]any) {
	n, _ := strconv.Atoi(id)
	p, known := f.products[n]
	switch {
	case id == "" && r.Method == http.MethodGet:
		f.say(w, http.StatusOK, f.found(r))
		return
	case id == "" && r.Method == http.MethodPost:
		f.next++
		n = f.next
		p = map[string]any{
			"id": n, "status": "publish", "type": "simple", "description": "", "short_description": "", "sku": "", "regular_price": "", "sale_price": "",
			"manage_stock": false, "stock_quantity": nil, "categories": []map[string]any{{"id": 15, "name": "Uncategorized"}}, "images": []map[string]any{}, "meta_data": []any{},
		}
	case !known:
		f.refuse(w, http.StatusNotFound, "woocommerce_rest_product_invalid_id", "Invalid ID.")
		return
	case r.Method == http.MethodGet:
		f.say(w, http.StatusOK, p)
		return
	case r.Method == http.MethodDelete:
		if p["status"] == "trash" {
			f.refuse(w, http.StatusGone, "woocommerce_rest_already_trashed", "The product has already been deleted.")
			return
		}
		p["status"], p["slug"] = "trash", p["slug"].(string)+"__trashed"
		f.say(w, http.StatusOK, p)
		return
	}
	next := maps.Clone(p)
	if wrong := f.take(next, body); wrong != "" {
		f.refuse(w, http.StatusBadRequest, "rest_invalid_param", "Invalid parameter(s): "+wrong)
		return
	}
	for other, q := range f.products {
		if other != n && next["sku"] != "" && q["sku"] == next["sku"] {
			f.refuse(w, http.StatusBadRequest, "product_invalid_sku", "Invalid or duplicated SKU.")
			return
		}
	}
	next["permalink"] = "http://" + r.Host + "/product/" + next["slug"].(string) + "/"
	f.products[n] = next
	f.say(w, http.StatusOK, next)
}

// take puts what is sent into a product; it names the first that does not fit.
func (f *Shop) take(p, body map[string]any) string {
	for _, name := range slices.Sorted(maps.Keys(body)) {
		value := body[name]
		switch name {
		case "name", "slug", "description", "short_description", "sku", "regular_price", "sale_price", "status", "type":
			if _, ok := value.(string); !ok {
				return name
			}
			p[name] = value
		case "manage_stock":
			on, ok := value.(bool)
			if !ok {
				return name
			}
			if p[name] = on; !on {
				p["stock_quantity"] = nil
			}
		case "stock_quantity":
			if n, ok := value.(float64); !ok || body["manage_stock"] != true {
				return name
			} else {
				p[name] = int(n)
			}
		case "categories":
			var all []map[string]any
			for _, c := range value.([]any) {
				id := int(c.(map[string]any)["id"].(float64))
				if _, ok := f.categories[id]; !ok {
					return name
				}
				all = append(all, map[string]any{"id": id, "name": strings.ReplaceAll(f.categories[id], "&", "&amp;")})
			}
			p[name] = all
		default:
			return name
		}
	}
	return ""
}

func (f *Shop) found(r *http.Request) []map[string]any {
	q := r.URL.Query()
	out := []map[string]any{}
	for _, n := range slices.Sorted(maps.Keys(f.products)) {
		p := f.products[n]
		name, _ := p["name"].(string)
		switch {
		case p["status"] == "trash":
		case q.Get("slug") != "" && p["slug"] != q.Get("slug"), q.Get("sku") != "" && p["sku"] != q.Get("sku"):
		case !strings.Contains(strings.ToLower(name), strings.ToLower(q.Get("search"))):
		default:
			out = append(out, p)
		}
	}
	return out
}

// Content is all that the shop has, thrown away apart.
func (f *Shop) Content() map[string]string {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := map[string]string{}
	for n, p := range f.products {
		if p["status"] != "trash" {
			raw, _ := json.Marshal(p)
			out["products/"+strconv.Itoa(n)] = string(raw)
		}
	}
	for n, name := range f.categories {
		out["categories/"+strconv.Itoa(n)] = name
	}
	return out
}
