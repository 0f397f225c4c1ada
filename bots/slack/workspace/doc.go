// Package workspace is one workspace as the bot reaches it: whose it is, the client that holds its token, the pace that is
// kept there, who the bot is in it, and what Slack's refusals mean for whoever has asked.
//
//	call ──answered──▶ nil, later (Slack's pace or ours, a token in doubt), never (refused), or unknown (it may have been done)
package workspace
