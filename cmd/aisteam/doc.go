// Command aisteam is a team of AI agents that lives where teams already talk: in Slack threads and on a web panel.
//
//	aisteam            serves everything that is configured; prints the panel's address with a login token
//	aisteam migrate    brings the database up to date and exits
//	aisteam replay     makes recorded turns and runs again, and compares what they say with the log
//	aisteam version    prints version and build
//
// It is configured by the environment alone; README.md lists the variables. Exit codes: 0 clean, 1 failed, 2 wrong usage
// or configuration (one line that names the variable and the mend).
package main
