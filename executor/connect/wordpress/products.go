package wordpress

import (
	"context"
	"encoding/json"
	"html"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// wireProduct is a product as WooCommerce's API tells it.
type wireProduct struct {
	ID          int64  `json:"id"`
	Name        string `json:"name"`
	Slug        string `json:"slug"`
	Link        string `json:"permalink"`
	Status      string `json:"status"`
	Type        string `json:"type"`
	Description string `json:"description"`
	Short       string `json:"short_description"`
	SKU         string `json:"sku"`
	Price       string `json:"regular_price"`
	Sale        string `json:"sale_price"`
	Counted     any    `json:"manage_stock"` // true, false, or "parent" of a variation
	Stock       *int64 `json:"stock_quantity"`
	Categories  []term `json:"categories"`
	Images      []struct {
		ID int64 `json:"id"`
	} `json:"images"`
}

func readProduct(raw json.RawMessage) (wireEntry, error) {
	w, err := decoded[wireProduct](raw)
	if err != nil {
		return wireEntry{}, err
	}
	fields := map[string]string{
		site.FieldTitle: w.Name, site.FieldSlug: w.Slug, site.FieldHTML: w.Description, site.FieldExcerpt: w.Short, site.FieldStatus: w.Status,
		site.FieldSKU: w.SKU, site.FieldPrice: w.Price, site.FieldSalePrice: w.Sale, site.FieldType: w.Type, site.FieldStock: "", site.FieldPicture: "",
	}
	if counted, _ := w.Counted.(bool); counted && w.Stock != nil {
		fields[site.FieldStock] = strconv.FormatInt(*w.Stock, 10)
	}
	if len(w.Images) > 0 {
		fields[site.FieldPicture] = numbered(w.Images[0].ID)
	}
	var names []string
	for _, c := range w.Categories {
		names = append(names, html.UnescapeString(c.Name))
	}
	fields[site.FieldCategories] = site.Joined(names)
	return wireEntry{
		Entry:  site.Entry{ID: numbered(w.ID), URL: w.Link, Fields: fields, Builder: builtWith(w.Description, "", "")},
		status: w.Status, wire: wirePage{ID: w.ID, Slug: w.Slug},
	}, nil
}

func (s *Entries) productBody(ctx context.Context, p assistant.Project, fresh bool, changed map[string]string, doing string) (map[string]any, []string, error) {
	body := renamed(changed, map[string]string{
		site.FieldTitle: "name", site.FieldSlug: "slug", site.FieldHTML: "description", site.FieldExcerpt: "short_description", site.FieldStatus: "status",
		site.FieldSKU: "sku", site.FieldPrice: "regular_price", site.FieldSalePrice: "sale_price",
	})
	if fresh {
		body["type"] = "simple"
	}
	if stock, ok := changed[site.FieldStock]; ok && (!fresh || stock != "") {
		body["manage_stock"] = stock != ""
		if stock != "" {
			body["stock_quantity"] = number(stock)
		}
	}
	if picture, ok := changed[site.FieldPicture]; ok && (!fresh || picture != "") {
		images := []map[string]any{}
		if picture != "" {
			images = append(images, map[string]any{"id": number(picture)})
		}
		body["images"] = images
	}
	names, ok := changed[site.FieldCategories]
	if !ok {
		return body, nil, nil
	}
	ids, made, err := s.termIDs(ctx, p, shopRoute, site.Listed(names), doing)
	if err != nil {
		s.unmake(ctx, p, made)
		return nil, nil, err
	}
	categories := []map[string]any{}
	for _, id := range ids {
		categories = append(categories, map[string]any{"id": id})
	}
	body["categories"] = categories
	return body, made, nil
}

// takenSKU finds the product that has the new one's number of its own: a shop takes each once.
func (s *Entries) takenSKU(ctx context.Context, p assistant.Project, k entryKind, e site.Entry, purpose string) ([]site.Taken, error) {
	sku := strings.TrimSpace(e.Fields[site.FieldSKU])
	if sku == "" {
		return nil, nil
	}
	all, err := s.entries(ctx, p, k, site.Query{SKU: sku}, purpose)
	var out []site.Taken
	for _, w := range all {
		if w.Fields[site.FieldSKU] == sku {
			out = append(out, site.Taken{By: site.TakenByPost, Path: w.Fields[site.FieldSlug], Title: w.Title(), URL: w.URL})
		}
	}
	return out, err
}
