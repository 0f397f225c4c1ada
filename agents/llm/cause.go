package llm

import (
	"net/http"
	"slices"
	"strings"
)

// passes tells whether the same request may be answered later. Who answers in the provider's place, and what a clock has to do
// with it, does not change by waiting.
func (e *StatusError) passes() bool {
	switch e.Code {
	case 0:
		o := silence(e)
		return o == OutcomeTimeout || o == OutcomeUnreachable
	case 408, 409, 425, 429:
		return true
	default:
		return e.Code >= 500
	}
}

// cause says what a provider's answer comes from. Providers give one code for several causes, so its words are read too.
func (e *StatusError) cause() Outcome {
	switch {
	case e.Code == 0:
		return silence(e)
	case e.Code == http.StatusRequestTimeout:
		return OutcomeTimeout
	case e.Code == http.StatusProxyAuthRequired:
		return OutcomeProxy
	case e.Code < 400, e.Page && e.Code < 500 && e.Code != http.StatusTooManyRequests:
		return e.elsewhere()
	}
	if o := e.account(); o != "" {
		return o
	}
	switch {
	case e.Code == http.StatusNotFound && e.noSuchPath(), e.Code == http.StatusMethodNotAllowed:
		return OutcomeAddress
	case e.Code == http.StatusNotFound, e.reasoned("model_not_found", "DeploymentNotFound"),
		e.Code == http.StatusBadRequest && e.says("model not found", "does not exist", "unknown model", "invalid model", "not a valid model"):
		return OutcomeModel
	case e.Code == http.StatusUnauthorized, e.Code == http.StatusForbidden, e.Code == http.StatusBadRequest && e.says("api key", "api_key"):
		return OutcomeKey
	case e.Code == http.StatusTooManyRequests:
		return OutcomeLimited
	case e.Code >= 500:
		return OutcomeFault
	case e.passes():
		return OutcomeOverloaded
	default:
		return OutcomeRefused
	}
}

// account is what a provider has against whoever asks, whatever is asked; "" for nothing of that kind.
func (e *StatusError) account() Outcome {
	switch {
	case e.reasoned("unsupported_country_region_territory"), e.says("user location is not supported", "country, region, or territory not supported"),
		e.Code == http.StatusForbidden && e.reasoned("forbidden") && e.says("request not allowed"):
		return OutcomeRegion
	case e.says("organization must be verified"):
		return OutcomeVerify
	case e.Code == http.StatusPaymentRequired, e.reasoned("insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "billing_error"),
		e.Code == http.StatusBadRequest && e.says("credit balance", "usage limits"):
		return OutcomeQuota
	case e.Code == http.StatusTooManyRequests && e.reasoned("RESOURCE_EXHAUSTED"):
		return e.exhausted()
	case e.Code == http.StatusTooManyRequests && (e.reasoned("rate_limit_exceeded", "rate_limit_error", "RateLimitReached") || e.says("rate limit")):
		return OutcomeLimited
	case (e.Code == http.StatusTooManyRequests || e.Code == http.StatusForbidden) && e.says("insufficient_quota", "quota", "billing", "credit", "balance"):
		return OutcomeQuota
	}
	return ""
}

// exhausted tells Google's two meanings of one code apart: what a minute holds is there again in the next one; what a day holds,
// what was paid for, and a limit of nothing are not.
func (e *StatusError) exhausted() Outcome {
	minute, day := strings.Contains(e.Reason, "PerMinute"), strings.Contains(e.Reason, "PerDay")
	if e.says("limit: 0,", "credits are depleted") || day && !minute {
		return OutcomeQuota
	}
	return OutcomeLimited
}

// noSuchPath tells whether what is not there is the path, and not the model.
func (e *StatusError) noSuchPath() bool {
	said := strings.TrimSpace(e.Message)
	return said == "" || said == "Resource not found" || said == "404 page not found" || strings.Contains(said, `{"detail":"Not Found"}`) ||
		e.says("invalid url", "page not found", "cannot post", "requested url was not found", "unknown request url", "unexpected endpoint")
}

// elsewhere is where an answer comes from that no provider gives. At a vendor's own address somebody in between has given it; at
// any other one, what is there is no provider.
func (e *StatusError) elsewhere() Outcome {
	if vendorOf(e.Host) != "" && e.Code != http.StatusNotFound && e.Code != http.StatusMethodNotAllowed {
		return OutcomeProxy
	}
	if e.Code == http.StatusUnauthorized || e.Code == http.StatusForbidden {
		return OutcomeProxy
	}
	return OutcomeAddress
}

// silence says why there is no answer.
func silence(e *StatusError) Outcome {
	switch e.OnTheWay() {
	case WayLate:
		return OutcomeTimeout
	case WayClock:
		return OutcomeClock
	case WayOpened, WayPassword, WayProxy:
		return OutcomeProxy
	case WayPlain:
		return OutcomeAddress
	case WayName, WayBroken:
		return OutcomeUnreachable
	default:
		return OutcomeUnreachable
	}
}

// reasoned tells whether the refusal names one of the reasons.
func (e *StatusError) reasoned(words ...string) bool {
	all := strings.Fields(e.Reason)
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(all, w) })
}

// says tells whether the refusal's words have some among them.
func (e *StatusError) says(words ...string) bool {
	said := strings.ToLower(e.Message)
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(said, w) })
}
