// Package links keeps what models wrote from leading people anywhere but where they may be led: to the hosts of a tenant's sites
// and of the panel. Whoever shows words of a model passes them through here, whole ([Safe], [SafeWords]) or while they are still
// being written ([SafeDraft]).
package links
