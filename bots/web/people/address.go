package people

import (
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

// confirmEvery is how often somebody may have a link sent: it goes to whatever address they write.
const confirmEvery = time.Minute

// Refusals about addresses, in words for people.
var (
	errTooSoon = assistant.BadInput(assistant.Say("A link was sent to you just now."), assistant.Say("Wait a minute before you ask for another one."))
	errNotSent = assistant.BadInput(assistant.Say("The mail with the link could not be sent."), assistant.Say("Check the address and try again; if that does not help, whoever runs AISTEAM finds the reason in its log."))
)

// give takes an address, and sends it the link by which it is confirmed. Nothing else is sent there before.
func (n *Notified) give(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	if !n.mails() {
		return request.Unknown("page")
	}
	given := r.PostFormValue("address")
	err := n.sendsLink(r, given)
	refused, worded := errors.AsType[*assistant.Trouble](err)
	switch {
	case worded:
		return n.draw(w, r, http.StatusUnprocessableEntity, notifiedView{Refused: refused.Problem, Given: request.Shorten(given, reachGiven)})
	case err != nil:
		return err
	}
	http.Redirect(w, r, "/notifications?done=link", http.StatusSeeOther)
	return nil
}

const reachGiven = 254 // of an address that is shown again

func (n *Notified) sendsLink(r *http.Request, given string) error {
	me, tenant := n.Owner.Person, n.Owner.Tenant.ID
	to, err := n.Mailer.Address(given)
	if err != nil {
		return err
	}
	all, err := n.Kept.Reaches(r.Context(), tenant, me.ID)
	if err != nil {
		return err
	}
	for _, one := range all {
		if one.Surface == assistant.SurfaceMail && one.Open && n.Now().Sub(one.Made) < confirmEvery {
			return errTooSoon
		}
	}
	code := n.IDs.Secret()
	made, err := n.Kept.SaveReach(r.Context(), tenant, assistant.Reach{Person: me.ID, Surface: assistant.SurfaceMail, Name: to, Language: me.Language, To: assistant.Secret(to)}, code)
	if err != nil {
		return err
	}
	if err := n.Mailer.Confirm(r.Context(), to, me.Language, "/notifications?"+url.Values{"confirm": {code}}.Encode()); err != nil {
		n.Log.WarnContext(r.Context(), "a link that confirms an address is not sent", slog.String("reach", string(made.ID)), slog.Any("err", err))
		return errNotSent
	}
	return nil
}

// confirm lets somebody be told at an address that they have shown to be theirs. A link that is only followed confirms nothing.
func (n *Notified) confirm(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	err := n.Kept.ConfirmReach(r.Context(), n.Owner.Tenant.ID, n.Owner.Person.ID, r.PostFormValue("confirm"))
	if errors.Is(err, assistant.ErrCode) {
		return n.draw(w, r, http.StatusUnprocessableEntity, notifiedView{Refused: assistant.Problem{
			Side: assistant.SideInput, Message: assistant.Say("That link confirms no address of yours: it may be used already, older than a day, or another person’s."), Recovery: assistant.Say("Give the address again to get a new one."),
		}})
	}
	if err != nil {
		return err
	}
	http.Redirect(w, r, "/notifications?done=address", http.StatusSeeOther)
	return nil
}
