// Package workspace is the pack of what a team works on: projects, tasks, blockers, documents and comments, and the feed of what was done
// to them. It knows where these are kept by its interfaces alone.
package workspace
