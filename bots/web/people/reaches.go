package people

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Reaches keep where people are told of what waits while they look at nothing.
type Reaches interface {
	SaveReach(ctx context.Context, t assistant.TenantID, r assistant.Reach, code string) (assistant.Reach, error)
	Reaches(ctx context.Context, t assistant.TenantID, person assistant.PersonID) ([]assistant.Reach, error)
	DropReach(ctx context.Context, t assistant.TenantID, person assistant.PersonID, id assistant.ReachID) error
	ConfirmReach(ctx context.Context, t assistant.TenantID, person assistant.PersonID, code string) error
}

// Devices can be told something with no page open.
type Devices interface {
	// PushKey is what a browser is given when it subscribes.
	PushKey() string
	// Subscription is what a browser answered, as a reach keeps it; it refuses, in words for people, what cannot be one.
	Subscription(endpoint, p256dh, auth string) (assistant.Secret, error)
}

// Mailer tells people by mail.
type Mailer interface {
	// Sends tells whether mail is sent at present.
	Sends() bool
	// Address reads an address; it refuses, in words for people, what is none.
	Address(text string) (string, error)
	// Confirm sends an address the link, a path of the panel, by which it is confirmed.
	Confirm(ctx context.Context, to string, in assistant.Language, path string) error
}

// Notified is the page on which people choose when and where they are told what waits and how automations went.
type Notified struct {
	Kept    Reaches
	Devices Devices             // nil, as Kept: people are not told while they are not looking
	Hears   background.Hearings // nil: nothing is kept of when people are called
	Mailer  Mailer              // nil: people are not told by mail
	IDs     *assistant.IDs
	Now     func() time.Time
	Log     *slog.Logger
	Owner   *owner.Owner
	Pages   *pages.Pages
}

// notifiedView is the page; everybody sees their own.
type notifiedView struct {
	pages.View

	Away    bool // people can be told while they look at nothing
	Hearing *hearingView
	Key     string // that this browser subscribes with
	Devices []reachLine
	Done    string

	Mails     bool // mail is sent
	Addresses []reachLine
	Given     string // what was given and not taken
	Confirms  string // the code that a link has
	Refused   assistant.Problem
}

// reachLine is one way to reach a person.
type reachLine struct {
	assistant.Reach

	Since time.Time // in their zone
}

// Routes are the page's own.
func (n *Notified) Routes() map[string]request.Endpoint {
	if !n.away() && n.Hears == nil {
		return nil
	}
	all := map[string]request.Endpoint{"GET /notifications": n.show}
	if n.Hears != nil {
		all["POST /notifications/hearing"], all["POST /tasks/notifications"] = n.hear, n.hear // the latter as pages of earlier versions send it
	}
	if !n.away() {
		return all
	}
	all["POST /notifications/devices"], all["POST /notifications/{id}/forget"] = n.add, n.forget
	if n.Mailer != nil {
		all["POST /notifications/address"], all["POST /notifications/confirm"] = n.give, n.confirm
	}
	return all
}

// mails tells whether people can be told by mail.
func (n *Notified) mails() bool { return n.Mailer != nil && n.Mailer.Sends() }

// away tells whether people can be told while they look at nothing.
func (n *Notified) away() bool { return n.Kept != nil && n.Devices != nil }

func (n *Notified) show(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	return n.draw(w, r, http.StatusOK, notifiedView{Done: q.Get("done"), Confirms: q.Get("confirm")})
}

func (n *Notified) draw(w http.ResponseWriter, r *http.Request, status int, v notifiedView) error {
	var err error
	v.View, v.Away = n.Pages.View(r.Context(), "Notifications"), n.away()
	if v.Hearing, err = n.hearing(r); err != nil {
		return err
	}
	if v.Away {
		err = n.reaches(r, &v)
	}
	if err != nil {
		return err
	}
	n.Pages.Render(w, status, "notifications", v)
	return nil
}

// reaches reads where the viewer is notified.
func (n *Notified) reaches(r *http.Request, v *notifiedView) error {
	v.Key, v.Mails = n.Devices.PushKey(), n.mails()
	all, err := n.Kept.Reaches(r.Context(), n.Owner.Tenant.ID, n.Owner.Person.ID)
	if err != nil {
		return err
	}
	zone := n.Owner.Zone(r.Context())
	for _, one := range all {
		line := reachLine{one, one.Made.In(zone)}
		if one.Surface == assistant.SurfaceMail {
			v.Addresses = append(v.Addresses, line)
		} else { // people are reached nowhere else
			v.Devices = append(v.Devices, line)
		}
	}
	return nil
}

// add lets a browser be told. Its script asks, and is answered with what it is called here.
func (n *Notified) add(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	to, err := n.Devices.Subscription(r.PostFormValue("endpoint"), r.PostFormValue("p256dh"), r.PostFormValue("auth"))
	if err != nil {
		return err
	}
	me := n.Owner.Person
	made, err := n.Kept.SaveReach(r.Context(), n.Owner.Tenant.ID, assistant.Reach{
		Person: me.ID, Surface: assistant.SurfacePush, Name: browserName(n.Pages.Words(), r.UserAgent()), Language: me.Language, To: to,
	}, "")
	if err != nil {
		return err
	}
	request.WriteJSON(w, http.StatusOK, struct {
		ID assistant.ReachID `json:"id"`
	}{made.ID})
	return nil
}

// forget ends telling somebody there. What is forgotten already is no reason to complain.
func (n *Notified) forget(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.ReachID](r, "device")
	if err != nil {
		return err
	}
	if err := n.Kept.DropReach(r.Context(), n.Owner.Tenant.ID, n.Owner.Person.ID, id); err != nil {
		return request.Found(err, "device")
	}
	http.Redirect(w, r, "/notifications?done=forgotten", http.StatusSeeOther)
	return nil
}
