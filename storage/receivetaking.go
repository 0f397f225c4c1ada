package storage

import (
	"context"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// ReceiveTaking is [Intake.Receive] for a process with room to work on the message at once: if nobody holds the conversation and
// its mailbox is empty, the same transaction claims it, as [Mailboxes.Claim] would, and reads the situation of a new
// conversation. taken is nil if the conversation was not claimed, or nothing was written.
func (d Intake) ReceiveTaking(ctx context.Context, in assistant.Inbound, lease time.Duration) (got assistant.Received, taken *assistant.Taken, err error) {
	takes := &taking{lease: lease}
	got, err = d.receive(ctx, in, takes)
	if err != nil || !takes.claimed {
		return got, nil, err
	}
	taken = &assistant.Taken{
		Claim: assistant.Claim{Tenant: in.Tenant, Conversation: got.Conversation, Token: takes.token}, Mail: takes.mail,
	}
	if r := takes.situation; r != nil {
		sit, err := d.completed(ctx, taken.Claim, taken.Mail.Message, r)
		if err == nil { // on an error it is read again by the code that reports it
			taken.Situation = &sit
		}
	}
	return got, taken, nil
}

// taking is the claim that a receiving transaction makes, and what it reads for the holder.
type taking struct {
	lease     time.Duration
	token     assistant.ClaimToken
	claimed   bool
	mail      assistant.Mail
	situation *situation
}

// anew resets k for another run of the transaction.
func (k *taking) anew(d *ledger) *taking {
	if k != nil {
		*k = taking{lease: k.lease, token: d.token()}
	}
	return k
}

// idleTaken claims a conversation ($8 is the token, $9 the lease) that is unclaimed and has nothing waiting, and marks any other as
// ready.
const idleTaken = `token = case when token is null and ready_at is null then $8 else token end,
			lease_until = case when token is null and ready_at is null then :after($9) else lease_until end,
			ready_at = case when token is null and ready_at is null then null else coalesce(ready_at, :now) end`

// storedColumns are messageColumns for the returning clause of an insert.
func storedColumns() string { return strings.ReplaceAll(messageColumns, "g.", "") }

// message queues the insert of the message, and reads back what was stored.
func (k *taking) message(t *tx, row []any) {
	t.each(func(scan func(...any) error) (err error) {
		k.mail.Message, err = scanMessage(scan)
		return err
	}, insertInboundSQL+` returning `+storedColumns(), row...)
}

// box queues the insert of the mail, which counts as taken once if the conversation was claimed.
func (k *taking) box(t *tx, in assistant.Inbound, got assistant.Received) {
	t.one([]any{&k.mail.ID}, `insert into mail (tenant_id, conversation_id, message_id, at, attempt, halts)
		values ($1, $2, $3, :now, (select case when token = $4 then 1 else 0 end from assistant_conversations where id = $2), $5) returning id`,
		in.Tenant, got.Conversation, got.Message, k.token, in.Halts)
}

// read queues the query for the situation of a message that begins its conversation.
func (k *taking) read(t *tx, m assistant.Message, got assistant.Received) {
	m.Seq = got.Seq
	k.situation = &situation{}
	t.situation(assistant.Claim{Tenant: m.Tenant, Conversation: got.Conversation, Token: k.token}, m, k.situation)
}
