package shop

import (
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/packs/entry"
)

var (
	createForm = script.Pattern(`(?is)^(?:create|make|add|i need|we need|i want|i would like|i'd like)\s+(?:an?\s+|the\s+|another\s+|our\s+)?(?:new\s+)?(product)\b(.*)$`)
	nameCue    = script.Pattern(`(?is)^[\s:,-]*(?:called|named|titled)?\s*:?\s*(.+)$`)
	priceEnd   = script.Pattern(`(?i)\s*,?\s*\b(?:for|at|with\s+(?:a|the)\s+price\s+of|price:?|that\s+costs|costing)\s+[€$£]?\s?(\d+(?:[.,]\d{1,2})?)\s*(?:€|euros?|dollars?|\$|£|pounds?)?(?:\s|[.,;]|$)`)
	stockEnd   = script.Pattern(`(?i)\s*,?\s*\b(?:and\s+)?(?:with\s+)?(?:a\s+stock\s+of\s+(\d+)|stock:?\s+(\d+)|(\d+)\s+(?:pieces\s+)?in\s+stock)\b`)
	shopEnd    = script.Pattern(`(?i)\s+(?:to|in|on)\s+(?:the\s+|our\s+)?(?:shop|store|webshop)\b`)
	changeForm = script.Pattern(`(?is)^(?:change|set|update|raise|lower|reduce)\s+the\s+(price|sale price|stock|name|description|short description)\s+(?:of|for)\s+(?:the\s+)?(?:product\s+)?(.+?)\s+to\s+[€$£]?\s?(.+)$`)
	listForm   = script.Pattern(`(?is)^(?:please\s+)?(?:list|show(?:\s+me)?|search|find)\s+(?:all\s+)?(?:the\s+|our\s+|my\s+)?products(?:\s+(?:about|for|with)\s+(.+?))?\s*[.?!]*$`)
	endForm    = script.Pattern(`(?is)^end\s+the\s+sale\s+of\s+(?:the\s+)?(?:product\s+)?(.+)$`)
	moneyEnd   = script.Pattern(`(?i)\s*(?:€|euros?|dollars?|\$|£|pounds?|pieces)\s*$`)
)

// rehearsal is the pack's part where there is no model.
func rehearsal() script.Script {
	return script.Script{
		Verbs:  []string{"raise", "lower", "reduce", "end"},
		Begin:  func() script.Part { return &asked{} },
		Use:    entry.Asked(TaskList, listForm, listed, told),
		Called: map[string]string{"price": "price", "stock": "stock", "name": "title"},
		Lists: []script.Listing{{
			Tool: TaskList, Words: []string{"product", "products"}, Name: "products", Columns: []string{"title", "price", "stock", "sku"},
			Line: told,
		}},
	}
}

func told(row map[string]string) string {
	if row["stock"] != "" {
		return row["title"] + " (" + row["price"] + ", " + row["stock"] + " in stock)"
	}
	return row["title"] + " (" + row["price"] + ")"
}

// listed are the arguments of list_products for what the form has found.
func listed(found []string) map[string]any {
	if found[1] == "" {
		return map[string]any{}
	}
	return map[string]any{"search": script.Unquoted(found[1])}
}

type newProduct struct{ name, price, stock string }

type change struct{ product, what, to string }

// asked is what a request asks for of the shop.
type asked struct {
	products []newProduct
	changes  []change
}

// Find implements [script.Part].
func (a *asked) Find(clause string) int {
	if _, ok := changed(clause); ok {
		return 0
	}
	if m := createForm().FindStringSubmatchIndex(clause); m != nil {
		return m[2]
	}
	return -1
}

// Take implements [script.Part].
func (a *asked) Take(clause string) {
	if c, ok := changed(clause); ok {
		a.changes = append(a.changes, c)
		return
	}
	rest := createForm().FindStringSubmatch(clause)[2]
	out := newProduct{}
	if m := stockEnd().FindStringSubmatchIndex(rest); m != nil {
		found := stockEnd().FindStringSubmatch(rest)
		out.stock, rest = found[1]+found[2]+found[3], rest[:m[0]]+" "+rest[m[1]:]
	}
	if m := priceEnd().FindStringSubmatchIndex(rest); m != nil {
		out.price, rest = rest[m[2]:m[3]], rest[:m[0]]+" "+rest[m[1]:]
	}
	rest = shopEnd().ReplaceAllString(rest, "")
	if q := script.Quotes(rest); len(q) > 0 {
		out.name = q[0]
	} else if m := nameCue().FindStringSubmatch(script.Trim(rest)); m != nil {
		out.name = script.UpperFirst(script.Unquoted(m[1]))
	}
	a.products = append(a.products, out)
}

func changed(clause string) (change, bool) {
	if m := endForm().FindStringSubmatch(clause); m != nil {
		return change{script.Unquoted(m[1]), "salePrice", "none"}, true
	}
	m := changeForm().FindStringSubmatch(clause)
	if m == nil {
		return change{}, false
	}
	to := script.Trim(m[3])
	if q := script.Quotes(to); len(q) == 1 {
		to = q[0]
	}
	what := map[string]string{
		"price": "price", "sale price": "salePrice", "stock": "stock", "name": "title", "description": "contentHtml", "short description": "excerpt",
	}[strings.ToLower(m[1])]
	if what == "price" || what == "salePrice" || what == "stock" {
		to = moneyEnd().ReplaceAllString(to, "")
	}
	if about := strings.ToLower(m[2]); strings.HasPrefix(about, "post ") || strings.HasPrefix(about, "page ") || strings.HasSuffix(about, " page") {
		return change{}, false
	}
	return change{script.Unquoted(m[2]), what, to}, true
}

// words says the change as a step of a plan.
func (c change) words() string {
	named := map[string]string{"price": "price", "salePrice": "sale price", "stock": "stock", "title": "name", "contentHtml": "description", "excerpt": "short description"}
	if c.to == "none" {
		return "End the sale of “" + script.Cut(c.product, 80) + "”"
	}
	return "Set the " + named[c.what] + " of “" + script.Cut(c.product, 60) + "” to " + script.Cut(c.to, 60)
}

// Wishes implements [script.Part].
func (a *asked) Wishes(string, llm.ProjectFact) []script.Wish {
	var out []script.Wish
	for i, p := range a.products {
		goal := "create a product"
		if p.name != "" {
			goal += " called “" + p.name + "”"
		}
		out = append(out, script.Wish{
			Goal: goal, Title: "Create a product", Here: true, Types: []assistant.TaskType{TaskCreate}, Agents: []assistant.AgentID{assistant.EcommerceSpecialist},
			Needs: []llm.RequirementReply{
				{Key: "productName", Question: "What is the product called?", Required: true, Value: p.name, Reason: "It is what people look for, and its address is made from it."},
				{Key: "price", Question: "What does it cost?", Required: true, Value: p.price, Reason: "A product without a price cannot be bought."},
			},
			Draft: func(d *script.Draft) {
				name := script.First(p.name, d.Values["productName"])
				d.Add(0, script.Key("product", i, len(a.products)), TaskCreate, assistant.EcommerceSpecialist, "Create the product “"+script.Cut(name, 80)+"”",
					script.Text("title", name), script.Text("slug", script.Slugged(name)), script.Text("price", script.First(p.price, d.Values["price"])), script.Text("stock", p.stock))
			},
		})
	}
	for i, c := range a.changes {
		out = append(out, script.Wish{
			Goal: "change the product “" + c.product + "”", Title: "Change a product", Here: true, Acts: true, Types: []assistant.TaskType{TaskUpdate},
			Agents: []assistant.AgentID{assistant.EcommerceSpecialist},
			Draft: func(d *script.Draft) {
				d.Add(0, script.Key("product-change", i, len(a.changes)), TaskUpdate, assistant.EcommerceSpecialist, c.words(),
					script.Text("product", c.product), script.Text(c.what, c.to))
			},
		})
	}
	return out
}
