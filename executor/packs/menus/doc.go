// Package menus is the pack for a site's menus: pages and addresses get a line in one, and what the menus hold is listed.
package menus
