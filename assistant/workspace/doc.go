// Package workspace holds the nouns of what a team works on: projects, tasks, blockers, documents, comments, teams and the feed of what
// was done to them. It says what they may hold, who sees them and what words such as overdue and stalled mean. Whoever keeps them, our own
// tables or a tracker elsewhere, speaks these nouns.
package workspace
