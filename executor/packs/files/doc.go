// Package files is the pack with which agents give people files: text converted to the form its kind demands and stored, to be
// named by the message that hands it over. Nothing outside the conversation changes.
package files
