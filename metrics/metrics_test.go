package metrics_test

import (
	"crypto/rand"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/metrics"
)

// everything calls every instrument once.
func everything(m *metrics.Metrics, at time.Time, approval assistant.ApprovalID) {
	var log []assistant.Message
	for _, b := range []assistant.Body{
		assistant.Said{},
		assistant.Asked{},
		assistant.Answered{},
		assistant.Answered{Withdrawn: true},
		assistant.PlanProposed{},
		assistant.PlanDecided{Verdict: assistant.VerdictApproved},
		assistant.RunStarted{},
		assistant.TaskStarted{},
		assistant.TaskWaiting{},
		assistant.ApprovalRequested{},
		assistant.ApprovalDecided{Approval: approval, Verdict: assistant.VerdictRejected},
		assistant.TaskFinished{Status: assistant.TaskFailed, Problem: &assistant.Problem{Side: assistant.SideExecution}},
		assistant.RunFinished{Status: assistant.RunFailed},
		assistant.RetryRequested{},
		assistant.StopRequested{},
		assistant.Undone{Tasks: []assistant.UndoneTask{{Problem: &assistant.Problem{Side: assistant.SideExecution}}}},
		assistant.Failed{Problem: assistant.Problem{Side: assistant.SideInput}},
		assistant.Reminded{Clarification: "c"},
		assistant.Reminded{Plan: "p"},
		assistant.Reminded{Approval: "a"},
	} {
		log = append(log, assistant.Message{Kind: assistant.KindStatus, Body: b, At: at})
	}
	m.Appended(assistant.SurfaceSlack, log)
	m.Turn(metrics.StageAck, time.Millisecond)
	m.Waiting(metrics.QueueTurns, 3, 2*time.Second)
	m.ClaimLost(metrics.HeldTask)
	m.Parked()
	m.Rescued(2)
	m.HintLost(metrics.QueueTasks)
	m.RedisAway(true)
	m.ModelCalled("tenant-1", "gemini", "gemini-4-argon-001", llm.PurposePlan, llm.OutcomeOK,
		assistant.Usage{Input: 1500, Cached: 500, CacheWritten: 300, Output: 100, Thought: 40}, 6200, time.Second)
	m.ModelInstead("openai", "gemini")
	m.ToolCalled("create_page", executor.OutcomeSettled, time.Second)
	m.Delivered(assistant.SurfaceSlack, bots.OutcomePosted, time.Millisecond)
	m.Throttled(assistant.SurfaceSlack)
	m.Acked(assistant.SurfaceDiscord, bots.RouteInteractions, bots.AckTaken, time.Millisecond)
	for _, route := range []string{"events", "interactions", "commands", "/secret/path"} {
		m.Acked(assistant.SurfaceSlack, bots.Route(route), bots.AckTaken, time.Millisecond)
	}
}

func scrape(t *testing.T, r *prometheus.Registry) string {
	t.Helper()
	w := httptest.NewRecorder()
	metrics.Handler(r).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
	raw, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestEverythingIsScraped(t *testing.T) {
	r := metrics.Registry()
	asked := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	ids := assistant.NewIDs(func() time.Time { return asked }, rand.Reader)
	everything(metrics.New(r), asked.Add(time.Minute), assistant.NewID[assistant.ApprovalID](ids))

	got := scrape(t, r)
	for _, want := range []string{
		`aisteam_messages_total{kind="status",surface="slack"} 20`,
		`aisteam_clarifications_total{outcome="asked"} 1`,
		`aisteam_clarifications_total{outcome="answered"} 1`,
		`aisteam_clarifications_total{outcome="withdrawn"} 1`,
		`aisteam_clarifications_total{outcome="reminded"} 1`,
		`aisteam_plans_total{outcome="reminded"} 1`,
		`aisteam_approvals_total{outcome="reminded"} 1`,
		`aisteam_plans_total{outcome="proposed"} 1`,
		`aisteam_plans_total{outcome="approved"} 1`,
		`aisteam_runs_total{outcome="started"} 1`,
		`aisteam_runs_total{outcome="failed"} 1`,
		`aisteam_runs_total{outcome="retried"} 1`,
		`aisteam_runs_total{outcome="stopped"} 1`,
		`aisteam_runs_total{outcome="undo_failed"} 1`,
		`aisteam_tasks_total{outcome="started"} 1`,
		`aisteam_tasks_total{outcome="waiting"} 1`,
		`aisteam_tasks_total{outcome="failed"} 1`,
		`aisteam_approvals_total{outcome="requested"} 1`,
		`aisteam_approvals_total{outcome="rejected"} 1`,
		`aisteam_approval_age_seconds_sum{outcome="rejected"} 60`,
		`aisteam_problems_total{category="execution"} 2`,
		`aisteam_problems_total{category="input"} 1`,
		`aisteam_turn_seconds_count{stage="ack"} 1`,
		`aisteam_queue_depth{kind="turns"} 3`,
		`aisteam_queue_oldest_age_seconds{kind="turns"} 2`,
		`aisteam_claims_lost_total{kind="task"} 1`,
		`aisteam_mail_parked_total 1`,
		`aisteam_sweeper_rescues_total 2`,
		`aisteam_hints_lost_total{kind="tasks"} 1`,
		`aisteam_redis_away 1`,
		`aisteam_model_calls_total{model="gemini-4-argon-001",outcome="ok",provider="gemini",purpose="plan"} 1`,
		`aisteam_model_tokens_total{direction="input",model="gemini-4-argon-001",provider="gemini"} 700`,
		`aisteam_model_tokens_total{direction="cache_written",model="gemini-4-argon-001",provider="gemini"} 300`,
		`aisteam_model_tokens_total{direction="cached",model="gemini-4-argon-001",provider="gemini"} 500`,
		`aisteam_model_tokens_total{direction="output",model="gemini-4-argon-001",provider="gemini"} 100`,
		`aisteam_model_cost_dollars_total{model="gemini-4-argon-001",provider="gemini"} 0.0062`,
		`aisteam_tool_calls_total{outcome="settled",tool="create_page"} 1`,
		`aisteam_deliveries_total{outcome="posted",surface="slack"} 1`,
		`aisteam_platform_throttled_total{surface="slack"} 1`,
		`aisteam_ack_seconds_count{outcome="taken",route="interactions",surface="discord"} 1`,
		`aisteam_ack_seconds_count{outcome="taken",route="events",surface="slack"} 1`,
		`aisteam_ack_seconds_count{outcome="taken",route="interactions",surface="slack"} 1`,
		`aisteam_ack_seconds_count{outcome="taken",route="commands",surface="slack"} 1`,
		`aisteam_ack_seconds_count{outcome="taken",route="other",surface="slack"} 1`,
	} {
		if !strings.Contains(got, want+"\n") {
			t.Errorf("not scraped: %s", want)
		}
	}
}

// TestAllSeriesAreThereFromTheStart: what has not happened yet is 0, and the first time that it happens is seen.
func TestAllSeriesAreThereFromTheStart(t *testing.T) {
	named := func(count func(m *metrics.Metrics)) map[string]bool {
		r := prometheus.NewRegistry()
		count(metrics.New(r))
		families, err := r.Gather()
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]bool{}
		for _, f := range families {
			out[f.GetName()] = true
		}
		return out
	}
	start := named(func(m *metrics.Metrics) {
		m.SettingDiffers("AISTEAM_TOKEN", false)
		m.Expect(metrics.Expected{
			Models: []metrics.ExpectedModel{{Provider: "gemini", Name: "gemini-4-argon-001"}, {Provider: "openai", Name: "gpt-6-luna"}}, Purposes: []metrics.Word{llm.PurposePlan}, ModelOutcomes: []metrics.Word{llm.OutcomeOK},
			Routes: []metrics.Word{bots.RouteEvents}, Surfaces: []assistant.Surface{assistant.SurfaceSlack}, DeliveryOutcomes: []metrics.Word{bots.OutcomePosted},
			AckRoutes: []metrics.Word{bots.RouteEvents}, Acks: []metrics.Word{bots.AckTaken}, Tools: []string{"create_page"}, ToolOutcomes: []metrics.Word{executor.OutcomeSettled},
		})
	})
	for name := range named(func(m *metrics.Metrics) { everything(m, time.Now(), "") }) {
		if !start[name] {
			t.Errorf("%s is not there until something happens", name)
		}
	}
}

func TestNamesKeepPrometheusCustoms(t *testing.T) {
	r := prometheus.NewRegistry()
	everything(metrics.New(r), time.Now(), "")
	problems, err := testutil.GatherAndLint(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
	families, err := r.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if !strings.HasPrefix(f.GetName(), "aisteam_") {
			t.Errorf("%s has not our prefix", f.GetName())
		}
	}
}

func TestUnknownWordsAreOther(t *testing.T) {
	r := prometheus.NewRegistry()
	m := metrics.New(r)
	for i := range 1000 {
		id := strings.Repeat("x", i%90+1)
		m.Appended(assistant.Surface(id), []assistant.Message{{Kind: assistant.Kind(id), Body: assistant.RunFinished{Status: assistant.RunStatus(id)}}})
		m.Turn(metrics.Stage(id), 0)
		m.ClaimLost(metrics.Held(id))
		m.Waiting(metrics.Queue(id), 1, 0)
		m.HintLost(metrics.Queue(id))
		m.ModelCalled(assistant.TenantID(id), id, id, llm.Purpose(id), llm.Outcome(id), assistant.Usage{}, 0, 0)
		m.ToolCalled(id, executor.Outcome(id), 0)
		m.Delivered(assistant.Surface(id), bots.Outcome(id), 0)
	}
	families, err := r.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if n := len(f.GetMetric()); n > 129 {
			t.Errorf("%s has %d series", f.GetName(), n)
		}
	}
}

func TestWhoeverHasNoMetricsMayStillCall(t *testing.T) {
	typ := reflect.TypeFor[*metrics.Metrics]()
	for method := range typ.Methods() {
		in := make([]reflect.Value, method.Type.NumIn())
		for j := range in {
			in[j] = reflect.Zero(method.Type.In(j))
		}
		method.Func.Call(in) // a nil receiver must not panic
	}
	if typ.NumMethod() < 10 {
		t.Errorf("only %d methods were tried", typ.NumMethod())
	}
}
