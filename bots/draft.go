package bots

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// Draft shows an answer that is still being written, once: it posts it or edits what was posted before. A draft that
// cannot be shown right now is let go, since the next one says more. more says that the place's log went on meanwhile.
//
//	                  ┌────edit────┐
//	                  ▼            │
//	draft ──intend──▶ post ──▶ being written ──the turn's first word is in the log──▶ that word's card (adopt)
//
// The post is kept under the draft's own slot. The courier that shows what the turn ended with takes the post over, so that
// people see one message that was written before their eyes, and after a crash no half of one beside it.
func (c *Courier) Draft(ctx context.Context, d assistant.Draft) (more bool, err error) {
	w, ok := c.Surface.(Writer)
	if !ok || c.Drafts == nil {
		return false, nil
	}
	claim, shown, ok, err := c.Drafts.ClaimDraft(ctx, d, c.Kind, c.Lease)
	if err != nil {
		return false, fmt.Errorf("claim a place for a draft: %w", err)
	}
	if !ok {
		return false, nil
	}
	werr := c.write(ctx, w, claim, d, &shown)
	if errors.Is(werr, assistant.ErrFenced) {
		return false, nil // somebody else goes on from what is recorded
	}
	if later, ok := errors.AsType[*LaterError](werr); ok {
		werr = later.Err // ours: nothing was asked of the platform
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	more, err = c.Drafts.ReleaseDraft(end, claim, shown)
	if err != nil {
		return false, errors.Join(werr, fmt.Errorf("release place %s: %w", claim.PlaceID, err))
	}
	return more, werr
}

// write shows the draft; shown becomes what the place shows then.
func (c *Courier) write(ctx context.Context, w Writer, claim assistant.DeliveryClaim, d assistant.Draft, shown *assistant.Delivery) error {
	names := Names{Agents: c.agents(claim.Tenant), Language: claim.Language}
	card := AnswerCard{
		Language: names.Language, Conversation: d.Conversation, Agent: names.Speaker(d.Agent), Text: d.Text, Rehearsal: d.Rehearsal, Draft: true,
	}
	hash := c.Surface.Hash(ctx, claim.Place, card)
	if hash == shown.Hash {
		return nil
	}
	if shown.Ref == "" {
		if shown.Nonce != "" {
			return nil // an answer was lost; showing the end looks it up
		}
		shown.Nonce = draftNonce(claim.PlaceID, shown.Slot)
		if _, err := c.Store.Intend(ctx, claim, []assistant.Delivery{*shown}, assistant.Pace{}); err != nil {
			return fmt.Errorf("intend a draft: %w", err)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, c.Lease/2)
	defer cancel()
	start := c.Now()
	var less Lesser // it is only a draft
	ref, err := less.Take(w.Write(ctx, claim.Place, card, shown.Ref, shown.Nonce))
	out := OutcomeDrafted
	if err != nil {
		out = outcomeOf(err)
	}
	c.Seen(out, c.Now().Sub(start))
	switch {
	case err == nil:
		shown.Ref, shown.Hash = ref, hash
	case shown.Ref == "" && out != OutcomeUnknown:
		shown.Nonce = "" // certainly not posted
	}
	if err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

// nonce marks a slot's post in a place: the same however often it is tried, 24 characters, which every platform takes.
func nonce(p assistant.PlaceID, s assistant.Slot) string {
	sum := sha256.Sum256([]byte(string(p) + "\n" + string(s)))
	return hex.EncodeToString(sum[:12])
}

const draftMark = "w" // no digit of a nonce

// draftNonce is the nonce of a draft's post.
func draftNonce(p assistant.PlaceID, s assistant.Slot) string { return draftMark + nonce(p, s)[1:] }

// IsDraft tells whether a nonce marks something that was begun by [Writer.Write].
func IsDraft(nonce string) bool { return strings.HasPrefix(nonce, draftMark) }

// adopt lets a card that is to be posted take over what the place was shown of it while it was being written.
func (b *batch) adopt(p *parcel) {
	if !p.fresh || !adopts(p.card) {
		return
	}
	i := slices.IndexFunc(b.drafts, func(d assistant.Delivery) bool {
		return slices.ContainsFunc(p.slot.Messages, func(m assistant.Message) bool { return d.Slot == assistant.DraftSlot(m.Cause) })
	})
	if i < 0 {
		return
	}
	d := b.drafts[i]
	b.drafts = slices.Delete(b.drafts, i, i+1)
	p.d = assistant.Delivery{Slot: p.slot.Slot, Ref: d.Ref, Nonce: d.Nonce} // without the hash: it does not look so yet
	p.draft, p.fresh = d.Slot, false
}

// adopts tells whether a card may take the place of a draft: it is what the turn had to say.
func adopts(c Card) bool {
	switch c := c.(type) { //nolint:gochecksumtype // the rest stands beside what the turn says
	case AnswerCard:
		return !c.Status
	case ErrorCard, PlanCard, ClarificationCard, ApprovalCard, StepCard, RunCard:
		return true
	default:
		return false
	}
}

// finish turns a draft into the card. A draft that is not there any more leaves the card to be posted.
func (b *batch) finish(ctx context.Context, p *parcel) error {
	w, ok := b.Surface.(Writer)
	if !ok {
		return fmt.Errorf("finish a draft: %s shows none", b.Kind)
	}
	var less Lesser
	ref, err := less.Take(w.Finish(ctx, b.claim.Place, p.d.Ref, p.card, p.d.Nonce))
	if _, refused := errors.AsType[*RefusedError](err); refused {
		ref, err = "", nil
		b.record(assistant.Delivery{Slot: p.draft, Nonce: p.d.Nonce})
	}
	if err != nil {
		return fmt.Errorf("finish: %w", err)
	}
	p.d.Ref = ref
	return less.Left()
}

// found keeps where a post is that was looked up: a draft stays one until it is finished.
func (b *batch) found(p *parcel) {
	d := p.d
	if p.draft != "" {
		d.Slot, d.Hash = p.draft, ""
	}
	b.record(d)
}

// settle notes what a slot's delivery is now; the draft that it took over is over.
func (b *batch) settle(p *parcel) {
	if p.d.Ref != "" {
		p.d.Begun = firstSeq(p.slot)
		if dater, ok := b.Surface.(Dater); ok {
			p.d.At = dater.PostedAt(p.d.Ref)
		}
	}
	b.record(p.d)
	for _, d := range p.tells {
		b.record(d)
	}
	if p.draft != "" {
		b.record(assistant.Delivery{Slot: p.draft})
	}
}

// unfinished marks the remains of drafts that nothing followed.
func (b *batch) unfinished(ctx context.Context) {
	w, ok := b.Surface.(Writer)
	for _, d := range b.drafts {
		card := AnswerCard{Conversation: b.claim.Conversation, Status: true, Language: b.claim.Language, Text: wording.In(b.claim.Language).Say("This answer was not finished.")}
		if ok && d.Ref != "" {
			var less Lesser
			if _, err := less.Take(w.Finish(ctx, b.claim.Place, d.Ref, card, d.Nonce)); err != nil {
				b.Log.WarnContext(ctx, "draft left unfinished", slog.String("place", string(b.claim.PlaceID)), slog.Any("err", err))
			}
		}
		b.record(assistant.Delivery{Slot: d.Slot})
	}
}
