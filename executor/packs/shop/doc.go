// Package shop is the pack for a site's shop: products with their price, stock, description and picture. They are looked up, shown,
// written and taken back by package entry.
package shop
