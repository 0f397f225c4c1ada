package bots

import "github.com/aisteam/aisteam/assistant"

// Rehearsing tells whether nothing but the offline rehearsal answers a tenant just now; nil is of a place where it never does.
type Rehearsing func(assistant.TenantID) bool

// In tells it of a tenant.
func (r Rehearsing) In(t assistant.TenantID) bool { return r != nil && r(t) }
