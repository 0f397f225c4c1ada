// Package split divides long Markdown over several messages and blocks of Slack, which bounds each of them.
package split
