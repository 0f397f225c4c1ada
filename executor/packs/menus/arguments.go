package menus

// AddMenuItem are the arguments of add_menu_item. One of Page and URL is given.
type AddMenuItem struct {
	Menu  string `json:"menu,omitempty" jsonschema:"the menu's name; may be left out where the site has one menu"`
	Page  string `json:"page,omitempty" jsonschema:"the page that the line leads to: its title, its number or the last part of its address"`
	URL   string `json:"url,omitempty" jsonschema:"the address that the line leads to, where it is no page of the site"`
	Title string `json:"title,omitempty" jsonschema:"what the line says; the page's title when left out"`
	Under string `json:"under,omitempty" jsonschema:"the line of the menu below which it stands"`
}

// UpdateMenuItem are the arguments of update_menu_item. What is left out stays as it is; one of Page and URL may be given.
type UpdateMenuItem struct {
	Menu  string `json:"menu,omitempty" jsonschema:"the menu's name; may be left out where the site has one menu"`
	Line  string `json:"line" jsonschema:"which line of the menu: what it says, or its number"`
	Title string `json:"title,omitempty" jsonschema:"what the line says from now on"`
	Page  string `json:"page,omitempty" jsonschema:"the page that it leads to from now on: its title, its number or the last part of its address"`
	URL   string `json:"url,omitempty" jsonschema:"the address that it leads to from now on, where it is no page of the site"`
	Under string `json:"under,omitempty" jsonschema:"the line below which it stands from now on, after those that are there; none for the end of the menu itself"`
}

// RemoveMenuItem are the arguments of remove_menu_item.
type RemoveMenuItem struct {
	Menu string `json:"menu,omitempty" jsonschema:"the menu's name; may be left out where the site has one menu"`
	Line string `json:"line" jsonschema:"which line of the menu: what it says, or its number"`
}

// ListMenus are the arguments of list_menus.
type ListMenus struct {
	Menu string `json:"menu,omitempty" jsonschema:"the menu's name; all when left out"`
}
