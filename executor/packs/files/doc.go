// Package files is the pack with which agents give people files: text that is put into a form its kind demands and kept,
// to be named by the message that hands it over. Nothing outside the conversation changes.
package files
