package shop

import (
	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
)

// created are requests for a product.
func created() []examples.Example {
	return []examples.Example{{
		Words: examples.Words{
			assistant.English: {
				"create product [called|:] {productName}", "create product", "… for|at|costing {price} [euros|euro|dollars|pounds]", "… that costs {price}", "… with price [of] {price}", "… with {stock} [pieces] in stock", "… with stock of {stock}",
				"… and {stock} [pieces] in stock", "… to|in|on shop|store|webshop",
			},
			assistant.German: {
				"erstelle Produkt [namens|:] {productName}", "erstelle Produkt", "… für {price} [Euro]", "… mit {stock} [Stück] auf Lager", "… im Shop",
			},
			assistant.French: {
				"crée produit [appelé|:] {productName}", "crée produit", "… à|pour {price} [euros]", "… avec {stock} [pièces] en stock", "… dans boutique",
			},
			assistant.Spanish: {
				"crea producto [llamado|:] {productName}", "crea producto", "… por|a {price} [euros]", "… con {stock} [unidades] en stock", "… en tienda",
			},
		},
		Slots: []examples.Slot{
			{Name: "productName", Title: true, Needed: true, Question: "What is the product called?", Reason: "It is what people look for, and its address is made from it."},
			{Name: "price", Kind: examples.Number, Needed: true, Question: "What does it cost?", Reason: "A product without a price cannot be bought."},
			{Name: "stock", Kind: examples.Number},
		},
		Arguments: `{"title": "{productName}", "slug": "{productName}", "price": "{price}", "stock": "{stock}"}`,
		Title:     "Create a product", Goal: "create a product[ called “{productName}”]", Key: "product", Does: "Create the product “{productName}”", Owner: assistant.EcommerceSpecialist, Here: true,
	}}
}

// changed are requests to change a product.
func changed() []examples.Example {
	change := func(does, arguments string, to examples.Kind, w examples.Words) examples.Example {
		return examples.Example{
			Words: w, Slots: []examples.Slot{{Name: "product"}, {Name: "to", Kind: to}}, Arguments: arguments, Title: "Change a product",
			Goal: "change the product “{product}”", Key: "product-change", Does: does, Owner: assistant.EcommerceSpecialist, Here: true,
		}
	}
	set := func(does, argument string, to examples.Kind, english, german, french, spanish string) examples.Example {
		return change(does, `{"product": "{product}", "`+argument+`": "{to}"}`, to, examples.Words{
			assistant.English: {"change|raise|lower|reduce " + english + " of|for [product] {product} to {to} [pieces|euros|euro|dollars|pounds]"},
			assistant.German:  {"ändere|erhöhe|senke " + german + " von|des|der {product} auf {to} [Euro|Stück]"},
			assistant.French:  {"change|augmente|baisse " + french + " de [produit] {product} à {to} [euros|pièces]"},
			assistant.Spanish: {"cambia|sube|baja " + spanish + " de [producto] {product} a {to} [euros|unidades]"},
		})
	}
	return []examples.Example{
		set("Set the sale price of “{product}” to {to}", "salePrice", examples.Number, "sale price", "Angebotspreis", "prix promotionnel", "precio de oferta"),
		set("Set the price of “{product}” to {to}", "price", examples.Number, "price", "Preis", "prix", "precio"),
		set("Set the stock of “{product}” to {to}", "stock", examples.Number, "stock", "Bestand", "stock", "stock"),
		set("Set the name of “{product}” to {to}", "title", examples.Name, "name", "Name|Namen", "nom", "nombre"),
		set("Set the short description of “{product}” to {to}", "excerpt", examples.Text, "short description", "Kurzbeschreibung", "description courte", "descripción corta"),
		set("Set the description of “{product}” to {to}", "contentHtml", examples.Text, "description", "Beschreibung", "description", "descripción"),
		change("End the sale of “{product}”", `{"product": "{product}", "salePrice": "none"}`, examples.Name, examples.Words{
			assistant.English: {"end sale of [product] {product}"},
			assistant.German:  {"beende das Angebot für {product}"},
			assistant.French:  {"termine promotion de {product}"},
			assistant.Spanish: {"termina oferta de {product}"},
		}),
	}
}

// listed are requests to see the products.
func listed() []examples.Example {
	return []examples.Example{{
		Words: examples.Words{
			assistant.English: {"show products", "show products we have", "… about|for|with {search}"},
			assistant.German:  {"zeige Produkte", "zeige Produkte auf", "zeige Produkte haben", "… mit {search}"},
			assistant.French:  {"montre produits", "montre produits avons", "… avec {search}"},
			assistant.Spanish: {"muestra productos", "muestra productos tenemos", "… con {search}"},
		},
		Slots: []examples.Slot{{Name: "search"}}, Arguments: `{"search": "{search}"}`,
		Lists: examples.Listing{Columns: []string{"title", "price", "stock", "sku"}, Line: "{title} ({price}[, {stock} in stock])"},
	}}
}
