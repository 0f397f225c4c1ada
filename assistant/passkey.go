package assistant

import (
	"encoding/json"
	"time"
)

// PasskeyID names a passkey, for its person to take it away.
type PasskeyID string

// Passkey is the public half of a sign-in key that a person's device or password manager holds.
type Passkey struct {
	ID     PasskeyID
	Person PersonID // whom it was made for, as its device knows them; they may have become somebody else since
	Key    string   // its device's id for it
	Name   string   // that its person gave it
	Public json.RawMessage
	Made   time.Time
	Used   time.Time // zero: it was never used
}

// What holds for passkeys.
const (
	PasskeysMost         = 20 // of a person
	PasskeyNameMost      = 60 // characters
	PasskeyChallengeLife = 5 * time.Minute
)

// The refusals about passkeys.
var (
	ErrPasskeys = refusal(Say("You have so many passkeys that I keep no more."), Say("Remove one that you do not use."))
	ErrPasskey  = refusal(Say("That passkey signs nobody in here: it may have been removed, or too much time has gone by."), Say("Try again, or sign in another way."))
)
