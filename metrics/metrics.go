// Package metrics holds every Prometheus instrument of the product. Business numbers come from the messages appended to
// conversations' logs ([Metrics.Appended]), technical ones from the call that they measure. All methods do nothing on a
// nil *Metrics, so callers need not check for nil.
//
// Names begin with aisteam_, counters end in _total, times in _seconds. Labels come from closed sets, never from ids: a
// word from outside a set is counted as "other". What tenants cost and ask is told by their ids where an operator asks for
// that, of so many of them as he says ([Metrics.TellTenants]).
package metrics

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/aisteam/aisteam/assistant"
)

const namespace = "aisteam"

// Metrics counts and measures. Its zero value is not usable; nil is.
type Metrics struct {
	messages  *prometheus.CounterVec
	plans     *prometheus.CounterVec
	ratings   *prometheus.CounterVec
	questions *prometheus.CounterVec
	runs      *prometheus.CounterVec
	tasks     *prometheus.CounterVec
	approvals *prometheus.CounterVec
	decided   *prometheus.HistogramVec
	problems  *prometheus.CounterVec
	refused   *prometheus.CounterVec

	turns    *prometheus.HistogramVec
	waiting  *prometheus.GaugeVec
	oldest   *prometheus.GaugeVec
	lost     *prometheus.CounterVec
	parked   prometheus.Counter
	rescued  prometheus.Counter
	hints    *prometheus.CounterVec
	degraded prometheus.Gauge

	calls    *prometheus.CounterVec
	answered *prometheus.HistogramVec
	tokens   *prometheus.CounterVec
	instead  *prometheus.CounterVec
	cost     *prometheus.CounterVec
	ends     *prometheus.GaugeVec
	strayed  *prometheus.CounterVec

	tools     *prometheus.CounterVec
	toolTimes *prometheus.HistogramVec

	deliveries *prometheus.CounterVec
	delivered  *prometheus.HistogramVec
	throttled  *prometheus.CounterVec
	acked      *prometheus.HistogramVec

	hooked    *prometheus.CounterVec
	hookTimes *prometheus.HistogramVec

	differs      *prometheus.GaugeVec
	requests     *prometheus.CounterVec
	requestTimes *prometheus.HistogramVec

	byTenant *byTenant // nil unless an operator asks for it

	models, toolNames, variables *names
}

// New registers the instruments with r.
func New(r prometheus.Registerer) *Metrics {
	f := factory{promauto.With(r)}
	m := &Metrics{models: newNames(32), toolNames: newNames(128), variables: newNames(64)}
	f.business(m)
	f.engine(m)
	f.edges(m)
	f.operators(m)
	m.begin()
	return m
}

// Registry returns a registry that also tells about the process and the Go runtime.
func Registry() *prometheus.Registry {
	r := prometheus.NewRegistry()
	r.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return r
}

// Handler serves what g gathers, for GET /metrics.
func Handler(g prometheus.Gatherer) http.Handler {
	return promhttp.HandlerFor(g, promhttp.HandlerOpts{MaxRequestsInFlight: 4, Timeout: 10 * time.Second})
}

type factory struct{ promauto.Factory }

func (f factory) counter(name, help string, labels ...string) *prometheus.CounterVec {
	return f.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels)
}

func (f factory) gauge(name, help string, labels ...string) *prometheus.GaugeVec {
	return f.NewGaugeVec(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help}, labels)
}

func (f factory) histogram(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	return f.NewHistogramVec(prometheus.HistogramOpts{Namespace: namespace, Name: name, Help: help, Buckets: buckets}, labels)
}

// Buckets in seconds: of machines, from half a millisecond to two minutes; of people, from five seconds to a week.
func quickBuckets() []float64 {
	return []float64{.0005, .001, .002, .005, .01, .02, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 120}
}

func humanBuckets() []float64 {
	return []float64{5, 15, 60, 5 * 60, 15 * 60, 60 * 60, 4 * 60 * 60, 24 * 60 * 60, 3 * 24 * 60 * 60, 7 * 24 * 60 * 60}
}

func (f factory) business(m *Metrics) {
	m.messages = f.counter("messages_total", "Messages appended to conversations.", "surface", "kind")
	m.plans = f.counter("plans_total", "Plan versions shown, and what was decided about them.", "outcome")
	m.ratings = f.counter("ratings_total", "What people thought of answers.", "verdict")
	m.questions = f.counter("clarifications_total", "Questions put to people, and how they ended.", "outcome")
	m.runs = f.counter("runs_total", "Runs started, and how they ended.", "outcome")
	m.tasks = f.counter("tasks_total", "Attempts at tasks, and how tasks ended.", "outcome")
	m.approvals = f.counter("approvals_total", "Approvals asked for, and how they ended.", "outcome")
	m.decided = f.histogram("approval_age_seconds", "Age of an approval when it was decided.", humanBuckets(), "outcome")
	m.refused = f.counter("refusals_total", "What was not done because of a bound, and told.", "rule")
	m.problems = f.counter("problems_total", "Failures told to people, by where they lie.", "category")
}

func (f factory) engine(m *Metrics) {
	m.turns = f.histogram("turn_seconds", "Time of a turn by stage.", quickBuckets(), "stage")
	m.waiting = f.gauge("queue_depth", "Tenants with something ready that nobody has taken.", "kind")
	m.oldest = f.gauge("queue_oldest_age_seconds", "How long the oldest of them has waited.", "kind")
	m.lost = f.counter("claims_lost_total", "Claims that ended under their holder.", "kind")
	m.parked = f.NewCounter(prometheus.CounterOpts{
		Namespace: namespace, Name: "mail_parked_total", Help: "Mail given up after too many attempts.",
	})
	m.rescued = f.NewCounter(prometheus.CounterOpts{
		Namespace: namespace, Name: "sweeper_rescues_total", Help: "Claims freed by the sweeper because their lease ran out.",
	})
	m.hints = f.counter("hints_lost_total", "Hints that Redis did not take.", "kind")
	m.degraded = f.NewGauge(prometheus.GaugeOpts{
		Namespace: namespace, Name: "redis_away", Help: "1 while Redis does not answer and the sweeper moves the work.",
	})
}

func (f factory) edges(m *Metrics) {
	m.calls = f.counter("model_calls_total", "Attempts to call a model.", "provider", "model", "purpose", "outcome")
	m.answered = f.histogram("model_call_seconds", "Time of an attempt to call a model.", quickBuckets(), "provider", "model")
	m.instead = f.counter("model_fallbacks_total", "Replies of a provider that another was asked for first and could not give.", "provider", "away")
	m.tokens = f.counter("model_tokens_total", "Tokens used.", "provider", "model", "direction")
	m.cost = f.counter("model_cost_dollars_total", "Cost by the provider's list price, where it is known.", "provider", "model")
	m.ends = f.gauge("model_ends_days", "Days until the provider shuts a model in use down; no series where that is not known, less than 0 after it.", "provider", "model")
	m.strayed = f.counter("model_strayed_total", "Times that a model was found to be there no more, or another one to answer in its place.", "provider", "model", "how")
	m.tools = f.counter("tool_calls_total", "Uses of tools.", "tool", "outcome")
	m.toolTimes = f.histogram("tool_call_seconds", "Time of a tool.", quickBuckets(), "tool")
	m.deliveries = f.counter("deliveries_total", "Cards shown in places, or not.", "surface", "outcome")
	m.delivered = f.histogram("delivery_seconds", "Time of one call that shows a card.", quickBuckets(), "surface")
	m.acked = f.histogram("ack_seconds", "Time until what a platform sent was answered.", quickBuckets(), "surface", "route", "outcome")
	m.hooked = f.counter("hook_events_total", "Events that other systems told of, by what became of them.", "outcome")
	m.hookTimes = f.histogram("hook_seconds", "Time until an event that another system told of was answered.", quickBuckets(), "outcome")
	m.throttled = f.counter("platform_throttled_total", "Times a platform answered 429.", "surface")
}

func (f factory) operators(m *Metrics) {
	m.differs = f.gauge("settings_differ", "1 where another replica is set otherwise than this one.", "variable")
	m.requests = f.counter("http_requests_total", "Requests answered, by route and class of status.", "route", "class")
	m.requestTimes = f.histogram("http_request_seconds", "Time until a request was answered; streams last as long as they are looked at.", quickBuckets(), "route")
}

// begin makes the series whose words are known from the start: a rate of what has not happened yet is 0 then, and the first
// time that it happens is seen.
func (m *Metrics) begin() {
	for c, words := range map[*prometheus.CounterVec][]string{
		m.plans:     {"proposed", "approved", "rejected", "changes", "expired", "withdrawn", "reminded"},
		m.questions: {"asked", "answered", "withdrawn", "reminded"},
		m.runs:      {"started", "completed", "failed", "cancelled", "stopped", "retried", "undone", "undo_failed"},
		m.tasks:     {"started", "waiting", "completed", "failed", "cancelled"},
		m.approvals: {"requested", "approved", "rejected", "changes", "expired", "withdrawn", "reminded"},
		m.ratings:   {"good", "bad"},
		m.refused:   {string(RuleRate), string(RuleBudget), string(RuleReaders), string(RuleReading), string(RuleFilesRoom)},
		m.problems:  {"input", "context", "execution", "system"},
		m.lost:      texts(Helds()),
		m.hints:     texts(Queues()),
		m.throttled: {"slack", "discord"},
		m.hooked:    texts(assistant.HookOutcomes()),
	} {
		for _, word := range words {
			c.WithLabelValues(word)
		}
	}
	for _, kind := range texts(Queues()) {
		m.waiting.WithLabelValues(kind)
		m.oldest.WithLabelValues(kind)
	}
	for _, stage := range texts(Stages()) {
		m.turns.WithLabelValues(stage)
	}
	for _, kind := range []assistant.Kind{assistant.KindMessage, assistant.KindStatus, assistant.KindThinking, assistant.KindSystem} {
		m.messages.WithLabelValues(surfaceLabel(""), kindLabel(kind))
	}
	for _, verdict := range []assistant.Verdict{assistant.VerdictApproved, assistant.VerdictRejected, assistant.VerdictExpired} {
		m.decided.WithLabelValues(verdictLabel(verdict))
	}
}

// Expect makes the series of words that their producers know: of the models in use, the routes and the surfaces.
func (m *Metrics) Expect(e Expected) {
	if m == nil {
		return
	}
	for _, model := range e.Models {
		provider, name := providerLabel(model.Provider), m.models.label(model.Name)
		for _, outcome := range e.ModelOutcomes {
			for _, purpose := range e.Purposes {
				m.calls.WithLabelValues(provider, name, known(purpose), known(outcome))
			}
		}
		m.answered.WithLabelValues(provider, name)
		m.cost.WithLabelValues(provider, name)
		for _, direction := range directions() {
			m.tokens.WithLabelValues(provider, name, direction)
		}
		if first := providerLabel(e.Models[0].Provider); provider != first {
			m.instead.WithLabelValues(provider, first)
		}
	}
	for _, route := range e.Routes {
		for _, c := range []string{"2xx", "3xx", "4xx", "5xx"} {
			m.requests.WithLabelValues(known(route), c)
		}
		m.requestTimes.WithLabelValues(known(route))
	}
	for _, s := range e.Surfaces {
		m.delivered.WithLabelValues(surfaceLabel(s))
		for _, kind := range []assistant.Kind{assistant.KindMessage, assistant.KindStatus} {
			m.messages.WithLabelValues(surfaceLabel(s), kindLabel(kind))
		}
		for _, outcome := range e.DeliveryOutcomes {
			m.deliveries.WithLabelValues(surfaceLabel(s), known(outcome))
		}
		for _, route := range e.AckRoutes {
			for _, ack := range e.Acks {
				m.acked.WithLabelValues(surfaceLabel(s), known(route), known(ack))
			}
		}
	}
	for _, tool := range e.Tools {
		m.toolTimes.WithLabelValues(m.toolNames.label(tool))
		for _, outcome := range e.ToolOutcomes {
			m.tools.WithLabelValues(m.toolNames.label(tool), known(outcome))
		}
	}
}

// ExpectedModel is a model that will be asked.
type ExpectedModel struct{ Provider, Name string }

// Expected are words that will be said.
type Expected struct {
	Models                  []ExpectedModel // the main one first
	Purposes, ModelOutcomes []Word
	Routes                  []Word
	Surfaces                []assistant.Surface
	DeliveryOutcomes        []Word
	AckRoutes, Acks         []Word
	Tools                   []string
	ToolOutcomes            []Word
}
