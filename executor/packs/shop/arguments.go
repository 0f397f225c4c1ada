package shop

// CreateProduct are the arguments of create_product.
type CreateProduct struct {
	Title       string `json:"title" jsonschema:"the product's name, as people read it"`
	Price       string `json:"price" jsonschema:"the regular price in the shop's currency, such as 12.50"`
	SalePrice   string `json:"salePrice,omitempty" jsonschema:"the price while it is on sale"`
	ContentHTML string `json:"contentHtml,omitempty" jsonschema:"the description as HTML"`
	Excerpt     string `json:"excerpt,omitempty" jsonschema:"the short description beside the price"`
	Slug        string `json:"slug,omitempty" jsonschema:"the last part of the address; made of the name when left out"`
	SKU         string `json:"sku,omitempty" jsonschema:"the shop's own number of the product"`
	Stock       string `json:"stock,omitempty" jsonschema:"how many there are, a whole number; nobody counts them when left out"`
	Categories  string `json:"categories,omitempty" jsonschema:"names of the shop's categories, separated by commas; those there are not yet are made"`
	Picture     string `json:"picture,omitempty" jsonschema:"the number or the title of a picture of the site's library"`
	Status      string `json:"status,omitempty" jsonschema:"publish, draft or private; publish when left out"`
}

// UpdateProduct are the arguments of update_product. What is left out stays as it is.
type UpdateProduct struct {
	Product     string `json:"product" jsonschema:"which product: its name, its number or the last part of its address"`
	Title       string `json:"title,omitempty" jsonschema:"the new name"`
	Price       string `json:"price,omitempty" jsonschema:"the new regular price in the shop's currency, such as 12.50"`
	SalePrice   string `json:"salePrice,omitempty" jsonschema:"the price while it is on sale; none to end the sale"`
	ContentHTML string `json:"contentHtml,omitempty" jsonschema:"the new description as HTML"`
	Excerpt     string `json:"excerpt,omitempty" jsonschema:"the new short description"`
	SKU         string `json:"sku,omitempty" jsonschema:"the shop's own number of the product"`
	Stock       string `json:"stock,omitempty" jsonschema:"how many there are, a whole number; none where nobody is to count them"`
	Categories  string `json:"categories,omitempty" jsonschema:"all its categories from now on, separated by commas"`
	Picture     string `json:"picture,omitempty" jsonschema:"the number or the title of a picture of the site's library; none for no picture"`
	Status      string `json:"status,omitempty" jsonschema:"publish, draft or private"`
}

// ListProducts are the arguments of list_products.
type ListProducts struct {
	Search string `json:"search,omitempty" jsonschema:"words that are looked for in names and descriptions"`
	Status string `json:"status,omitempty" jsonschema:"publish, draft, pending or private; all when left out"`
	Limit  int    `json:"limit,omitempty" jsonschema:"how many at most; 100 when left out"`
}
