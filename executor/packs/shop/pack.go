package shop

import (
	"context"
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/clean"
	"github.com/aisteam/aisteam/executor/packs/entry"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
)

// The task types of the pack.
const (
	TaskCreate assistant.TaskType = "create_product"
	TaskUpdate assistant.TaskType = "update_product"
	TaskList   assistant.TaskType = "list_products"
)

// Pack says what the pack is, before anything that it works on is open.
func Pack() tools.Pack { return tools.Pack{Name: "shop"} }

// Tools returns the pack's tools.
func Tools(k entry.Keeper) ([]tools.Tool, error) {
	if k == nil {
		return nil, errors.New("shop pack: a keeper is needed")
	}
	w := writing{entry.Writing{Keeper: k, Kind: site.EntryProduct, Noun: "product", Policy: clean.New(), Fields: []entry.Field{
		{Name: site.FieldTitle, Label: "Name"},
		{Name: site.FieldPrice, Label: "Price"},
		{Name: site.FieldSalePrice, Label: "Sale price"},
		{Name: site.FieldStock, Label: "Stock"},
		{Name: site.FieldSKU, Label: "Number (SKU)"},
		{Name: site.FieldHTML, Label: "Description", HTML: true},
		{Name: site.FieldExcerpt, Label: "Short description", HTML: true},
		{Name: site.FieldCategories, Label: "Categories"},
		{Name: site.FieldPicture, Label: "Picture"},
		{Name: site.FieldSlug, Label: "Address"},
		{Name: site.FieldStatus, Label: "State"},
	}}}
	return []tools.Tool{w.create(), w.update(), listProducts(k)}, nil
}

// writing is what both tools that write products have in common.
type writing struct{ entry.Writing }

func owners() []assistant.AgentID {
	return []assistant.AgentID{
		assistant.EcommerceSpecialist, assistant.WebEngineer, assistant.TechnicalLead, assistant.GrowthLead, assistant.DeliveryLead, assistant.Chief,
	}
}

func (w writing) create() tools.Tool {
	return w.Tool(tools.Tool{
		Name: string(TaskCreate), Label: "Create a product", Examples: created(),
		Description: "Creates a product of the website's shop, with its price and, where it is counted, its stock. It replaces none that is " +
			"there. Its result has the fields url, id and title.",
		Owners: owners(), Needs: site.Shop, HTML: []string{"contentHtml"}, Title: "title", Unique: "title", Regular: packsite.RegularPage,
		Subject: tools.About("title"), Result: tools.Fields[entry.Written](), Arguments: tools.Arguments[CreateProduct](),
		Nouns: strings.Fields("product products"), With: []string{"draft_content"},
	}, w.wantedNew)
}

func (w writing) update() tools.Tool {
	return w.Tool(tools.Tool{
		Name: string(TaskUpdate), Label: "Change a product", Examples: changed(),
		Description: "Changes a product of the website's shop: its name, price, sale price, stock, description, categories, picture or state. " +
			"What is left out stays. Its result has the fields url, id and title.",
		Owners: owners(), Needs: site.Shop, HTML: []string{"contentHtml"}, Subject: tools.About("product"),
		Result: tools.Fields[entry.Written](), Arguments: tools.Arguments[UpdateProduct](), Direct: true,
		Nouns: strings.Fields("price prices stock sale sku"),
	}, w.wantedChange)
}

func (w writing) wantedNew(ctx context.Context, c tools.Call, open bool) (entry.Wanted, error) {
	a, err := tools.Read[CreateProduct](c)
	if err != nil {
		return entry.Wanted{}, err
	}
	if a.Slug = strings.Trim(a.Slug, "/"); a.Slug == "" {
		a.Slug = packsite.Slug(a.Title, c.Project.Language)
	}
	if !site.ValidSlug(a.Slug) {
		return entry.Wanted{}, assistant.BadInput(assistant.Say("“%s” cannot be the address of a product.", a.Slug), assistant.Say("Please use lower case letters and digits, with single hyphens between words, such as pond-filter."))
	}
	out := entry.Wanted{Fields: map[string]string{site.FieldSlug: a.Slug, site.FieldStatus: site.StatusPublic}}
	return out, w.read(ctx, c, open, &out, UpdateProduct{
		Title: a.Title, Price: a.Price, SalePrice: a.SalePrice, ContentHTML: a.ContentHTML, Excerpt: a.Excerpt, SKU: a.SKU, Stock: a.Stock,
		Categories: a.Categories, Picture: a.Picture, Status: a.Status,
	})
}

func (w writing) wantedChange(ctx context.Context, c tools.Call, open bool) (entry.Wanted, error) {
	a, err := tools.Read[UpdateProduct](c)
	if err != nil {
		return entry.Wanted{}, err
	}
	out := entry.Wanted{Means: a.Product, Fields: map[string]string{}}
	if strings.TrimSpace(a.Product) == "" {
		return out, assistant.BadInput(assistant.Say("It is not said which product is meant."), assistant.Say("Please tell me its name."))
	}
	return out, w.read(ctx, c, open, &out, a)
}

// read takes over what the call says of a product.
func (w writing) read(ctx context.Context, c tools.Call, open bool, out *entry.Wanted, a UpdateProduct) error {
	for name, value := range map[string]string{
		site.FieldTitle: a.Title, site.FieldHTML: a.ContentHTML, site.FieldExcerpt: a.Excerpt, site.FieldSKU: a.SKU,
		site.FieldCategories: site.Joined(site.Listed(a.Categories)),
	} {
		if strings.TrimSpace(value) != "" {
			out.Fields[name] = value
		}
	}
	if err := amounts(out.Fields, a, open); err != nil {
		return err
	}
	switch a.Status {
	case "":
	case site.StatusPublic, site.StatusDraft, site.StatusPrivate:
		out.Fields[site.FieldStatus] = a.Status
	default:
		return assistant.BadInput(assistant.Say("A product cannot be “%s”.", clean.Short(a.Status)), assistant.Say("Please say publish, draft or private."))
	}
	if none(a.Picture) {
		out.Fields[site.FieldPicture] = ""
	} else {
		id, note, err := w.Picture(ctx, c.Project, a.Picture, open)
		if err != nil {
			return err
		}
		if id != "" {
			out.Fields[site.FieldPicture] = id
		}
		if !note.IsZero() {
			out.Notes = append(out.Notes, note)
		}
	}
	out.Check = func(old site.Entry) error { return fits(old, out.Fields) }
	return nil
}

// fits refuses what a product cannot have: prices of one with variations are those of its variations, and nothing is on sale for
// more than it costs.
func fits(old site.Entry, fields map[string]string) error {
	_, priced := fields[site.FieldPrice]
	_, onSale := fields[site.FieldSalePrice]
	if kind := old.Fields[site.FieldType]; (priced || onSale) && (kind == "variable" || kind == "grouped") {
		return assistant.BadInput(assistant.Say("“%s” has several variations or products in it, and each has a price of its own.", clean.Short(old.Title())), assistant.Say("Please change their prices in the shop."))
	}
	next := old.With(fields)
	price, sale := next.Fields[site.FieldPrice], next.Fields[site.FieldSalePrice]
	if (priced || onSale) && sale != "" && price != "" && amount(sale) >= amount(price) {
		return assistant.BadInput(assistant.Say("The sale price %s is not below the price %s.", sale, price), assistant.Say("Please give a lower sale price, or “none” to end the sale."))
	}
	return nil
}

func amount(text string) float64 {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0
	}
	return n
}

var (
	moneyForm = regexp.MustCompile(`^\d{1,9}(?:[.,]\d{1,4})?$`)
	stockForm = regexp.MustCompile(`^-?\d{1,9}$`)
)

// amounts reads prices and the stock.
func amounts(fields map[string]string, a UpdateProduct, open bool) error {
	for name, value := range map[string]string{site.FieldPrice: a.Price, site.FieldSalePrice: a.SalePrice} {
		value = strings.TrimSpace(strings.Trim(strings.TrimSpace(value), "€$£"))
		switch {
		case value == "", open && strings.HasPrefix(value, "("):
		case name == site.FieldSalePrice && none(value):
			fields[name] = ""
		case !moneyForm.MatchString(value):
			return assistant.BadInput(assistant.Say("“%s” is no price.", clean.Short(value)), assistant.Say("Please write it like 12.50, without a currency and without marks between thousands."))
		default:
			fields[name] = strings.Replace(value, ",", ".", 1)
		}
	}
	stock := strings.TrimSpace(a.Stock)
	switch {
	case stock == "", open && strings.HasPrefix(stock, "("):
	case none(stock):
		fields[site.FieldStock] = ""
	case !stockForm.MatchString(stock):
		return assistant.BadInput(assistant.Say("“%s” is no number of pieces.", clean.Short(stock)), assistant.Say("Please write a whole number, like 40, or none where nobody is to count them."))
	default:
		n, _ := strconv.Atoi(stock)
		fields[site.FieldStock] = strconv.Itoa(n)
	}
	return nil
}

func none(word string) bool { return strings.EqualFold(strings.TrimSpace(word), "none") }

func listProducts(k entry.Keeper) tools.Tool {
	l := entry.Listing{Keeper: k, Kind: site.EntryProduct, Field: "products", Noun: "product", Nouns: "products", Shows: []string{
		site.FieldTitle, site.FieldPrice, site.FieldSalePrice, site.FieldStock, site.FieldSKU, site.FieldCategories, site.FieldStatus,
	}}
	return l.Tool(tools.Tool{
		Name: string(TaskList), Label: "List the products", Examples: listed(),
		Description: "Lists or searches the products of the website's shop. Changes nothing.",
		Arguments:   tools.Arguments[ListProducts](), Needs: site.Shop,
	}, func(c tools.Call) (site.Query, error) {
		a, err := tools.Read[ListProducts](c)
		return site.Query{Search: a.Search, Status: a.Status, Most: a.Limit}, err
	})
}
