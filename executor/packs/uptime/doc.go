// Package uptime looks whether a project's site answers visitors, and until when its certificate and its domain hold. It changes
// nothing, so that a background task can look as often as it may run.
package uptime
