// Package projects adds, changes, tries and deletes the projects of a tenant, in the name of an admin and for every surface.
//
//	a surface → [Change] → checked whole against the forms → stored in one transaction, secrets sealed
//
// What a kind of connection asks is its form, which comes from a pack; this package knows the fields of none. It also knows
// which hosts agents may link to when they speak to a tenant.
package projects
