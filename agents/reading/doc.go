// Package reading turns the bytes of a file into words for a model: what kind of file it is comes from its bytes, never
// from its name. Files come from strangers and the libraries that read them were not written for enemies, so that
//
//	bytes ──▶ [Child] ──a process of its own, no secrets, bounded time──▶ [Serve] ──▶ [Read] ──▶ words, or a plain sentence
//	                                                                        └ bounded memory, output and nesting
//
// a file that crashes, hangs or bloats its reader costs one child process and becomes an [assistant.Trouble].
package reading
