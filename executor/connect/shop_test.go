package connect_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/connect/wordpress"
	"github.com/aisteam/aisteam/executor/packs/shop"
	"github.com/aisteam/aisteam/internal/fakeshop"
)

func onShop(t *testing.T) (world, *fakeshop.Shop) {
	t.Helper()
	f := fakeshop.New(t)
	w := world{project: assistant.Project{
		ID: "project-1", Tenant: "tenant-1", Name: "Aquaverter", Connections: []assistant.Connection{site.WordPress(f.URL, fakeshop.User)},
	}}
	all, err := shop.Tools(wordpress.New(wordpress.Config{Secrets: &one{fakeshop.Password}, Own: "tenant-1"}).Entries)
	if err != nil {
		t.Fatal(err)
	}
	if w.registry, err = tools.NewRegistry(all...); err != nil {
		t.Fatal(err)
	}
	return w, f
}

func TestAProductIsMadeChangedAndTakenBack(t *testing.T) {
	w, f := onShop(t)
	start := f.Content()
	shown, made := w.agreed(t, shop.TaskCreate, w.call(t, "task:p/0", shop.CreateProduct{
		Title: "Pond filter", Price: "39,90 €", Stock: "12", SKU: "PF-1", Categories: "Ponds & Lakes", ContentHTML: "<p>Clear water.</p>",
	}))
	if l := labels(shown); l["Price"].New != "39.90" || l["Stock"].New != "12" || !strings.Contains(fmt.Sprint(shown.Warnings), "the category “Ponds & Lakes”") {
		t.Errorf("%+v", shown)
	}
	before := f.Content()
	shown, changed := w.agreed(t, shop.TaskUpdate, w.call(t, "task:c/0", shop.UpdateProduct{Product: "pond filter", Price: "12", Stock: "none"}))
	if diff := cmp.Diff([]assistant.Field{{Name: "Price", Key: "price", Old: "39.90", New: "12"}, {Name: "Stock", Key: "stock", Old: "12"}}, shown.Fields); diff != "" {
		t.Error(diff)
	}
	_, sale := w.agreed(t, shop.TaskUpdate, w.call(t, "task:s/0", shop.UpdateProduct{Product: "PF-1 ", SalePrice: "9.50"}))
	listed, err := w.tool(t, shop.TaskList).Run(t.Context(), w.call(t, "l", shop.ListProducts{}))
	if err != nil || !strings.Contains(listed.Result.Fields.Text("products"), `"price":"12","salePrice":"9.50","sku":"PF-1"`) {
		t.Errorf("%+v %v", listed.Result, err)
	}
	w.takenBack(t, shop.TaskUpdate, sale)
	w.takenBack(t, shop.TaskUpdate, changed)
	if diff := cmp.Diff(before, f.Content()); diff != "" {
		t.Errorf("after undo of the changes: %s", diff)
	}
	w.takenBack(t, shop.TaskCreate, made)
	if diff := cmp.Diff(start, f.Content()); diff != "" {
		t.Errorf("after undo of all: %s", diff)
	}
}

func TestWhatAShopCannotHaveIsAQuestion(t *testing.T) {
	w, f := onShop(t)
	w.agreed(t, shop.TaskCreate, w.call(t, "task:p/0", shop.CreateProduct{Title: "Pond filter", Price: "39.90", SKU: "PF-1"}))
	w.agreed(t, shop.TaskCreate, w.call(t, "task:p/1", shop.CreateProduct{Title: "Hose", Price: "5"}))
	f.Set("Hose", "type", "variable")
	before := f.Content()
	for says, c := range map[string]struct {
		task      assistant.TaskType
		arguments any
	}{
		"There is a product at that address already":     {shop.TaskCreate, shop.CreateProduct{Title: "Pond filter", Price: "1", ContentHTML: "<p>another</p>"}},
		"already: “Pond filter”":                         {shop.TaskCreate, shop.CreateProduct{Title: "Third", Price: "1", SKU: "PF-1"}},
		"“cheap” is no price":                            {shop.TaskUpdate, shop.UpdateProduct{Product: "pond-filter", Price: "cheap"}},
		"“1.000,00” is no price":                         {shop.TaskUpdate, shop.UpdateProduct{Product: "pond-filter", Price: "1.000,00"}},
		"“4.5” is no number of pieces":                   {shop.TaskUpdate, shop.UpdateProduct{Product: "pond-filter", Stock: "4.5"}},
		"The sale price 50 is not below the price 39.90": {shop.TaskUpdate, shop.UpdateProduct{Product: "pond-filter", SalePrice: "50"}},
		"“Hose” has several variations":                  {shop.TaskUpdate, shop.UpdateProduct{Product: "hose", Price: "7"}},
		"There is no product called “Lamp”":              {shop.TaskUpdate, shop.UpdateProduct{Product: "Lamp", Price: "7"}},
		"The product “Pond filter” is like that already": {shop.TaskUpdate, shop.UpdateProduct{Product: "pond-filter", Price: "39.90"}},
	} {
		_, err := w.tool(t, c.task).Run(t.Context(), w.call(t, "task:q/0", c.arguments))
		if p := trouble(t, err); !strings.Contains(p.Message.String(), says) || p.Recovery.String() == "" {
			t.Errorf("%s: %s %s", says, p.Message, p.Recovery)
		}
	}
	if diff := cmp.Diff(before, f.Content()); diff != "" {
		t.Error(diff)
	}
	f.Close()
	_, err := w.tool(t, shop.TaskUpdate).Preview(t.Context(), w.call(t, "task:q/1", shop.UpdateProduct{Product: "pond-filter", Price: "7"}))
	if p := trouble(t, err); !strings.Contains(p.Message.String(), "The site has no shop") {
		t.Errorf("%+v", p)
	}
}

func TestAProductThatMovedIsNotChanged(t *testing.T) {
	w, f := onShop(t)
	_, made := w.agreed(t, shop.TaskCreate, w.call(t, "task:p/0", shop.CreateProduct{Title: "Pond filter", Price: "39.90"}))
	c := w.call(t, "task:c/0", shop.UpdateProduct{Product: "#" + made.Result.Fields.Text("id"), Price: "12"})
	shown, err := w.tool(t, shop.TaskUpdate).Preview(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	f.Set("Pond filter", "regular_price", "41")
	c.Approved = shown.State
	if _, err := w.tool(t, shop.TaskUpdate).Run(t.Context(), c); !errors.Is(err, assistant.ErrMoved) {
		t.Errorf("a price was changed that had moved: %v", err)
	}
	if err := w.tool(t, shop.TaskCreate).Undo(t.Context(), c, made); err == nil || !strings.Contains(trouble(t, err).Message.String(), "has been changed since") || len(f.Content()) != 2 {
		t.Errorf("a product was taken away that somebody had changed: %v", err)
	}
}
