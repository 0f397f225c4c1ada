package rest

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/aisteam/aisteam/bots"
)

// The codes of refusals that matter here.
const (
	CodeThreadExists   = 160004
	CodeUnknownMessage = 10008
	CodeUnknownMember  = 10007 // of a server
	CodeUnknownUser    = 10013

	CodeMissingAccess      = 50001
	CodeMissingPermissions = 50013
	CodeArchived           = 50083
	codeDirectClosed       = 50007 // the person takes no direct messages from the bot
	codeDirectFast         = 40003 // direct messages are opened too fast
	CodeTooLarge           = 40005 // the files are
	CodeOldEdits           = 30046 // too many edits to a message older than an hour
)

// AnswerError is what Discord says when it does not do what it was asked.
type AnswerError struct {
	Status     int     `json:"-"`
	Code       int     `json:"code"`
	Message    string  `json:"message"`
	RetryAfter float64 `json:"retry_after"`
	Global     bool    `json:"global"`
}

// Error implements error.
func (r *AnswerError) Error() string {
	return fmt.Sprintf("discord %d: %s (%d)", r.Status, r.Message, r.Code)
}

// RefusedWith tells whether Discord refused with the given code.
func RefusedWith(err error, code int) bool {
	said, ok := errors.AsType[*AnswerError](err)
	return ok && said.Code == code
}

// Refused tells whether Discord will never do what it was asked.
func Refused(err error) bool {
	_, ok := errors.AsType[*bots.RefusedError](err)
	return ok
}

// codes of refusals that are not about what was to be shown: of the place, of the message, of the application. Showing it
// otherwise would be refused just the same.
const (
	codeUnknownChannel     = 10003
	codeUnknownGuild       = 10004
	codeUnknownWebhook     = 10015
	codeUnknownInteraction = 10062
	codeAcknowledged       = 40060 // by another replica
	CodeOtherAuthor        = 50005
	codeNotText            = 50008
	codeWebhookToken       = 50027
	codeThreadLocked       = 160005
	codeNoHistory          = 160002 // a reply without the right to read the original
	codeUnverified         = 40002
)

// opens are the refusals of a place that somebody may open again: give the bot the right to see it and to write, unlock the thread. A
// channel that is deleted is not among them.
func opens(code int) bool {
	switch code {
	case CodeMissingAccess, CodeMissingPermissions, codeThreadLocked, codeDirectClosed:
		return true
	default:
		return false
	}
}

// closing tells whether a refusal is of that kind.
func closing(said *AnswerError) bool {
	switch said.Code {
	case codeUnknownChannel, codeUnknownGuild, CodeUnknownUser, codeUnknownWebhook, codeUnknownInteraction, codeAcknowledged, CodeUnknownMessage,
		CodeMissingAccess, CodeMissingPermissions, CodeArchived, codeDirectClosed, CodeOtherAuthor, codeNotText, codeWebhookToken,
		codeThreadLocked, codeNoHistory, codeUnverified:
		return true
	default:
		return said.Status == http.StatusUnauthorized || said.Status == http.StatusForbidden || said.Status == http.StatusNotFound ||
			said.Status == http.StatusMethodNotAllowed
	}
}
