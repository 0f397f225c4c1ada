// Package split divides long Markdown over several messages of a platform that bounds each of them. How long a piece may be is the
// platform's to say; where Markdown may be cut is the same everywhere.
package split
