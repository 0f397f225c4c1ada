package login

import (
	"context"
	"errors"
	"net/http"
	"time"

	"golang.org/x/time/rate"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

// PasskeySessions begins sessions by passkeys that have just proved themselves.
type PasskeySessions interface {
	SignInPasskey(ctx context.Context, t assistant.TenantID, k assistant.Passkey, secret string, from assistant.Browser) (assistant.Session, error)
}

const (
	passkeyLimit = 32 << 10 // bytes of what a device answers

	begunEvery, begunBurst       = 3 * time.Second, 20 // by an address of the net
	begunEveryAll, begunBurstAll = 50 * time.Millisecond, 200
)

// BeginPasskey gives the login's script what a passkey is to sign. It is the same for everybody.
func (d *Door) BeginPasskey(w http.ResponseWriter, r *http.Request) {
	err := d.mayBegin(r)
	if err == nil && !d.Passkeys.Serves() {
		err = request.Unknown("page")
	}
	if err != nil {
		hangUp(w, r)
		d.Errors.Answer(w, r, err)
		return
	}
	b, err := d.Passkeys.BeginSignIn(r.Context())
	if err != nil {
		d.Errors.Answer(w, r, err)
		return
	}
	request.WriteJSON(w, http.StatusOK, b)
}

// mayBegin tells why somebody begins no sign-in of two steps: each is kept for a while.
func (d *Door) mayBegin(r *http.Request) error {
	if d.crosses(r) {
		return foreign()
	}
	err := d.begun.Take(addressOf(r).String(), rate.Every(begunEvery), begunBurst)
	if err == nil {
		err = d.begun.Take("", rate.Every(begunEveryAll), begunBurstAll)
	}
	if err != nil {
		return request.Refuse(http.StatusTooManyRequests, assistant.SideInput, assistant.Say("Too many sign-ins were started."), assistant.Say("Wait a minute and try again."))
	}
	return nil
}

// Passkey takes a passkey's signature and signs in its owner.
func (d *Door) Passkey(w http.ResponseWriter, r *http.Request) {
	form, err := d.form(w, r, passkeyLimit)
	if err != nil {
		d.Pages.Fail(w, r, err)
		return
	}
	to := wayBack(form.Get("to"))
	if err := d.byPasskey(w, r, form.Get("secret"), form.Get("response")); err != nil {
		refused := request.RefusalOf(err)
		d.Errors.Note(r, refused, err)
		status := refused.Status
		if errors.Is(err, assistant.ErrPasskey) {
			status = http.StatusUnauthorized
		}
		d.drawLogin(w, r, status, loginView{To: to, Refused: refused.Problem})
		return
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// byPasskey signs the browser in; what proves nothing counts as a guess.
func (d *Door) byPasskey(w http.ResponseWriter, r *http.Request, secret, response string) error {
	if wait := d.guesses.count(r.Context(), addressOf(r), d.Now(), false); wait > 0 {
		return tooMany(w, wait)
	}
	k, err := d.Passkeys.SignIn(r.Context(), secret, []byte(response))
	if err == nil {
		err = d.enter(w, r, func(ctx context.Context, secret string, from assistant.Browser) (assistant.Session, error) {
			return d.PasskeySessions.SignInPasskey(ctx, d.Tenant.ID, k, secret, from)
		})
	}
	if errors.Is(err, assistant.ErrPasskey) {
		if wait := d.guesses.count(r.Context(), addressOf(r), d.Now(), true); wait > 0 {
			return tooMany(w, wait)
		}
	}
	return err
}
