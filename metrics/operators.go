package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// SettingDiffers says whether another replica is set otherwise. The variables are those of the configuration.
func (m *Metrics) SettingDiffers(variable string, differs bool) {
	if m == nil {
		return
	}
	m.differs.WithLabelValues(m.variables.label(variable)).Set(flag(differs))
}

// Requested counts an answered HTTP request. The caller that serves the routes knows their names.
func (m *Metrics) Requested(route Word, status int, took time.Duration) {
	if m == nil {
		return
	}
	m.requests.WithLabelValues(known(route), class(status)).Inc()
	m.requestTimes.WithLabelValues(known(route)).Observe(took.Seconds())
}

func class(status int) string {
	switch {
	case status < 100 || status > 599:
		return other
	default:
		return string(rune('0'+status/100)) + "xx"
	}
}

func flag(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// Pool is how a pool's connections to the database are used.
type Pool struct {
	Name              string
	InUse, Idle, Most int
	Waited            int64
}

// Seen is what stands at the moment somebody looks.
type Seen struct {
	Conversations, Approvals, Runs, StuckRuns int
	OldestApproval                            time.Duration
	Counted                                   bool // the five above are known

	Writable   bool
	Pools      []Pool
	DiskFree   int64 // bytes under the data folder
	DiskSize   int64
	Refuses    bool             // Redis does, being there
	Refusals   map[string]int64 // since the start, by code; every code is in it
	Replicas   int
	SecondsAgo float64 // since the counts were made
}

// Watch registers gauges that are asked for when they are scraped.
func Watch(r prometheus.Registerer, version string, look func() Seen) {
	r.MustRegister(&watcher{look: look})
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Namespace: namespace, Name: "build_info", Help: "1, with the version as a label.", ConstLabels: prometheus.Labels{"version": version},
	})
	build.Set(1)
	r.MustRegister(build)
}

type watcher struct{ look func() Seen }

func desc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(prometheus.BuildFQName(namespace, "", name), help, labels, nil)
}

// Describe implements prometheus.Collector: what is collected describes itself.
func (*watcher) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (w *watcher) Collect(to chan<- prometheus.Metric) {
	s := w.look()
	gauge := func(v float64, d *prometheus.Desc, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	counter := func(v float64, d *prometheus.Desc, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, v, labels...)
	}
	if s.Counted {
		gauge(float64(s.Conversations), desc("waiting_conversations", "Conversations with mail that nobody has taken, in the whole installation."))
		gauge(float64(s.Approvals), desc("pending_approvals", "Approvals that people have to decide, in the whole installation."))
		gauge(s.OldestApproval.Seconds(), desc("pending_approval_oldest_age_seconds", "How long the oldest of them has waited."))
		gauge(float64(s.Runs), desc("ongoing_runs", "Runs under way, in the whole installation."))
		gauge(float64(s.StuckRuns), desc("stuck_runs", "Runs under way though nothing is left that would move them on."))
		gauge(s.SecondsAgo, desc("backlog_age_seconds", "Time since these were counted."))
	}
	gauge(flag(s.Writable), desc("database_writable", "0 while the database takes no writes."))
	for _, p := range s.Pools {
		used := desc("database_connections", "Connections to the database, by pool and state.", "pool", "state")
		gauge(float64(p.InUse), used, p.Name, "in_use")
		gauge(float64(p.Idle), used, p.Name, "idle")
		gauge(float64(p.Most), desc("database_connections_max", "Connections that a pool opens at most.", "pool"), p.Name)
		counter(float64(p.Waited), desc("database_waits_total", "Times that somebody waited for a connection.", "pool"), p.Name)
	}
	if s.DiskSize > 0 {
		gauge(float64(s.DiskFree), desc("disk_free_bytes", "Free on the disk of the data folder."))
		gauge(float64(s.DiskSize), desc("disk_size_bytes", "Size of the disk of the data folder."))
	}
	gauge(flag(s.Refuses), desc("redis_refuses", "1 while Redis is there and refuses."))
	for code, n := range s.Refusals {
		counter(float64(n), desc("redis_refusals_total", "Commands that Redis refused, by its code.", "code"), code)
	}
	gauge(float64(s.Replicas), desc("replicas", "Replicas that this one knows of, itself among them."))
}
