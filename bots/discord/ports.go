package discord

import "github.com/aisteam/aisteam/bots/discord/receive"

type (
	// Threads is what receiving asks about places.
	Threads = receive.Threads
	// Spaces is what receiving asks about servers.
	Spaces = receive.Spaces
	// Backlog is what receiving asks about what was heard before.
	Backlog = receive.Backlog
	// Turns is what receiving asks before a session begins.
	Turns = receive.Turns
)
