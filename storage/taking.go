package storage

import (
	"context"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// ReceiveTaking is [Intake.Receive] for a process that has room to work on what it receives: where nobody has the conversation and
// no mail waits in it, the transaction that takes the message takes the conversation in hand, too, as [Mailboxes.Claim] would. A new
// conversation's situation comes with it. taken is nil where somebody else has the conversation, or nothing was written.
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
		if err == nil { // else it is read again, by whoever may say what is wrong
			taken.Situation = &sit
		}
	}
	return got, taken, nil
}

// taking is a conversation on its way into the hands of whoever receives its mail.
type taking struct {
	lease     time.Duration
	token     assistant.ClaimToken
	claimed   bool
	mail      assistant.Mail
	situation *situation
}

// anew is for another try of the transaction.
func (k *taking) anew(d *ledger) *taking {
	if k != nil {
		*k = taking{lease: k.lease, token: d.token()}
	}
	return k
}

// idleTaken takes a conversation ($8 for the token, $9 for the lease) that nobody has and in which nothing waits; any other one is
// ready from now on.
const idleTaken = `token = case when token is null and ready_at is null then $8 else token end,
			lease_until = case when token is null and ready_at is null then :after($9) else lease_until end,
			ready_at = case when token is null and ready_at is null then null else coalesce(ready_at, :now) end`

// storedColumns are messageColumns as an insert gives them.
func storedColumns() string { return strings.ReplaceAll(messageColumns, "g.", "") }

// message queues the message and reads it as it is stored.
func (k *taking) message(t *tx, row []any) {
	t.each(func(scan func(...any) error) (err error) {
		k.mail.Message, err = scanMessage(scan)
		return err
	}, insertInboundSQL+` returning `+storedColumns(), row...)
}

// box queues the mail, which has been taken once where the conversation was.
func (k *taking) box(t *tx, tenant assistant.TenantID, got assistant.Received) {
	t.one([]any{&k.mail.ID}, `insert into mail (tenant_id, conversation_id, message_id, at, attempt)
		values ($1, $2, $3, :now, (select case when token = $4 then 1 else 0 end from assistant_conversations where id = $2)) returning id`,
		tenant, got.Conversation, got.Message, k.token)
}

// read queues reading the situation of the message that begins the conversation.
func (k *taking) read(t *tx, m assistant.Message, got assistant.Received) {
	m.Seq = got.Seq
	k.situation = &situation{}
	t.situation(assistant.Claim{Tenant: m.Tenant, Conversation: got.Conversation, Token: k.token}, m, k.situation)
}
