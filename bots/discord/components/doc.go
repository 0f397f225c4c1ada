// Package components draws what Discord shows: cards, forms and private pages as Components V2, and the bodies that carry
// them. It is pure: it asks nothing and nobody, the same card gives the same look, and every look fits into Discord's limits.
//
//	card ──[Renderer]──▶ looks ──[Part]──▶ [Posting], [Editing]          forms ──▶ [Modal], and back ──▶ answers
//
// Foreign text is escaped where it enters ([Escape], [Line], markdown), so that what a [Look] holds is safe already. What is
// pressed comes back as a custom id, a [Subject]: a verb, an opaque id and positions, nothing that says more.
package components
