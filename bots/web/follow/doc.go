// Package follow gives streams what a conversation's log gains, and writes what they send.
package follow
