// Package entry is what packs have in common whose tools write things that a site keeps beside its pages: posts, products, files,
// links of menus. Such a thing has fields. A call says which of them it wants how; the rest stays. What is shown is the difference,
// what is approved is the state that it was made from, and what is undone are those fields.
//
// Nothing of ours is left in people's content. Whether a write whose answer was lost has happened is told by what stands: a change
// sets fields to values, and a new entry has an address that was free before.
package entry
