package wordpress

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/connect/dial"
)

// refusal is the body of an error of the API.
type refusal struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Data    struct {
		Details map[string]struct {
			Code string `json:"code"`
		} `json:"details"`
		Params map[string]string `json:"params"`
	} `json:"data"`
}

// forbids tells whether a parameter was refused for want of a permission: with a wrong password the API goes on as if
// nobody had signed in, and complains of what visitors may not ask for.
func (r refusal) forbids() bool {
	for _, d := range r.Data.Details {
		if strings.HasPrefix(d.Code, "rest_forbidden") {
			return true
		}
	}
	_, status := r.Data.Params["status"] // older ones give no details
	return status && r.Code == "rest_invalid_param"
}

// refused turns an error status into words for people.
func refused(answer *http.Response, raw []byte, q request) error {
	var r refusal
	err := json.Unmarshal(raw, &r) // without details WordPress sends an empty list, which does not fit and does not matter
	isAPI := r.Code != "" && (err == nil || json.Valid(raw))
	detail := fmt.Sprintf("wordpress: %s %s answered %d %s %s", q.method, q.path, answer.StatusCode, bounded(r.Code), bounded(r.Message))
	switch code := answer.StatusCode; {
	case maintained(answer, raw):
		return inMaintenance(detail)
	case code == http.StatusNotFound && isAPI && r.Code != "rest_no_route":
		return fmt.Errorf("%s: %w", detail, assistant.ErrNotFound)
	case code == http.StatusNotFound:
		return trouble(assistant.SideContext, detail,
			assistant.Say("The address in the project settings does not lead to the WordPress API."),
			assistant.Say("Please check the site's address in the project settings, and that nothing on the site switches its REST API off."), false,
			assistant.Say("looking for the WordPress API"), assistant.Say("WordPress API returned code 404 not found"))
	case code == http.StatusTooManyRequests:
		return trouble(assistant.SideExecution, detail, assistant.Say("The site asks us to slow down, so I stopped. Nothing was changed."),
			assistant.Say("Please try again in a few minutes."), true, assistant.Say("WordPress API returned code 429 too many requests"))
	case code >= http.StatusInternalServerError:
		return broken(q.writes(), code, detail)
	case !isAPI:
		return strange(q.writes(), detail)
	default:
		return trouble(assistant.SideExecution, detail, assistant.Say("The site did not accept this: %s", sentence(r.Message)),
			assistant.Say("Please check the details, or tell me what should be different."), false,
			assistant.Say("WordPress API returned code %d", code))
	}
}

// denied is the answer of seed 000 §11.3.
func denied(doing string, code int, detail string) error {
	seen := assistant.Say("No WordPress credentials are set for the project")
	if code != 0 {
		seen = assistant.Say("WordPress API returned code %d access denied", code)
	}
	return trouble(assistant.SideContext, detail,
		assistant.Say("I tried to %s but the site returned a permission error. This usually means the credentials are missing or incorrect.", doing),
		assistant.Say("Here is what we can do next. I can help you verify or update the credentials in the project settings then we can try again."),
		true, assistant.Say("checking WordPress credentials"), seen)
}

func notConfigured() error {
	return trouble(assistant.SideContext, "wordpress: the project's site address is not a web address",
		assistant.Say("The project does not say where its WordPress site is."),
		assistant.Say("Please set the site's address, such as https://example.com, in the project settings, then we can try again."), false,
		assistant.Say("checking the site's address in the project settings"))
}

// readable is a site to which the credential would go for everybody on the way to read.
func readable(detail string) error {
	return trouble(assistant.SideContext, detail,
		assistant.Say("The site does not encrypt what is sent to it (its address begins with http://), so I keep its password to myself."),
		assistant.Say("Please put the address that begins with https:// into the project settings. If the site has none yet, whoever hosts it can switch TLS on."),
		false, assistant.Say("checking that the connection to the site is encrypted"), assistant.Say("The site is reached over plain http"))
}

// broken is a site that answered with an error of its own. What was to be written may have been.
func broken(writes bool, code int, detail string) error {
	return uncertain(writes, trouble(assistant.SideExecution, detail,
		assistant.Say("The site answered with an error of its own (code %d).", code),
		assistant.Say("This is usually over soon. Please try again in a few minutes; if it stays, whoever hosts the site should look at its error log."),
		true, assistant.Say("WordPress API returned code %d", code)))
}

// strange is an answer that is not the API's.
func strange(writes bool, detail string) error {
	return uncertain(writes, trouble(assistant.SideExecution, "wordpress: "+detail,
		assistant.Say("What answers at the site's address does not speak like WordPress."),
		assistant.Say("Please check the site's address in the project settings. A maintenance page or a security plugin in front of the site can cause this too."),
		true, assistant.Say("reading the site's answer"), assistant.Say("The answer is not from the WordPress API")))
}

// errTooLong is an answer that was not read to its end.
var errTooLong = errors.New("wordpress: the answer is too long")

// tooLong is an answer that is larger than what is read.
func tooLong(writes bool) error {
	t := trouble(assistant.SideExecution, "", assistant.Say("The site answered with more than %d MB at once, which is more than I read.", maxAnswer>>20),
		assistant.Say("If this is about one very large page, please change it in WordPress, or part it into several pages there first."), false,
		assistant.Say("reading the site's answer"), assistant.Say("The answer is too long"))
	t.Err = errTooLong
	return uncertain(writes, t)
}

// unreachable is a site that did not answer, or not to the end.
func unreachable(err error, writes bool) error {
	detail := "wordpress: " + bounded(withoutAddress(err)) // it may quote what the site has sent
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("wordpress: %w", errors.Join(context.Canceled, ifWrites(writes)))
	}
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return trouble(assistant.SideContext, detail, assistant.Say("The site's address leads nowhere: no server of that name was found."),
			assistant.Say("Please check the site's address in the project settings."), false, assistant.Say("looking for the site"), assistant.Say("The name of the site is not known"))
	}
	if errors.Is(err, errElsewhere) || errors.Is(err, errTurned) {
		return uncertain(writes && errors.Is(err, errTurned), trouble(assistant.SideContext, detail, assistant.Say("The site sends us on to another address, and I do not take the credentials there."),
			assistant.Say("Please put the address that the site really has into the project settings."), false, assistant.Say("The site redirects to another address")))
	}
	if errors.Is(err, dial.ErrPublic) {
		return readable(detail)
	}
	if errors.Is(err, dial.ErrPrivate) {
		return trouble(assistant.SideContext, detail, assistant.Say("The site's address is not on the open internet, and I go nowhere else from here."),
			assistant.Say("Please put the address that visitors use into the project settings."), false, assistant.Say("looking for the site"), assistant.Say("The site has a private address"))
	}
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
		return trouble(assistant.SideExecution, detail, assistant.Say("The site cannot be reached at the moment."),
			assistant.Say("Please check that the site is up, then we can try again."), true, assistant.Say("looking for the site"), assistant.Say("The site did not take the connection"))
	}
	if timeout, ok := errors.AsType[net.Error](err); (ok && timeout.Timeout()) || errors.Is(err, context.DeadlineExceeded) {
		return uncertain(writes, trouble(assistant.SideExecution, detail, assistant.Say("The site did not answer in time."),
			assistant.Say("It may be busy. Please try again in a few minutes; if it stays so, whoever hosts the site should look at what slows it down."), true, assistant.Say("waiting for the site"), assistant.Say("The site did not answer in time")))
	}
	return uncertain(writes, trouble(assistant.SideExecution, detail, assistant.Say("The connection to the site broke off."),
		assistant.Say("Please try again in a few minutes."), true, assistant.Say("The connection to the site broke off")))
}

func trouble(side assistant.Side, detail string, message, recovery assistant.Sentence, retry bool, steps ...assistant.Sentence) *assistant.Trouble {
	return &assistant.Trouble{Err: errors.New(detail), Problem: assistant.Problem{
		Side: side, Message: message, Recovery: recovery, Steps: steps, Retry: retry,
	}}
}

// uncertain marks trouble with a write: it may have happened.
func uncertain(writes bool, t *assistant.Trouble) error {
	if writes {
		t.Err = fmt.Errorf("%w: %w", assistant.ErrUncertain, t.Err)
	}
	return t
}

func ifWrites(writes bool) error {
	if writes {
		return assistant.ErrUncertain
	}
	return nil
}

// withoutAddress is an error of the transport without the request's address, which may carry more than it should.
func withoutAddress(err error) string {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return strings.ToLower(u.Op) + ": " + u.Err.Error()
	}
	return err.Error()
}

func bounded(text string) string {
	if len(text) > 200 {
		return strings.ToValidUTF8(text[:200], "") + "…"
	}
	return text
}

func sentence(text string) string {
	text = strings.TrimSpace(bounded(text))
	if text == "" {
		return "it gave no reason."
	}
	return strings.TrimRight(text, ".") + "."
}
