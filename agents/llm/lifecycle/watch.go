package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/metrics"
	"github.com/aisteam/aisteam/wording"
)

// Models are the ones in use. [llm.Client] has them.
type Models interface {
	Models() []llm.Info
	Describe(ctx context.Context, i llm.Info) (llm.Description, error)
}

// Ledger keeps what is known of models, and tells an admin what they were not told yet.
type Ledger interface {
	KeepModelFact(ctx context.Context, t assistant.TenantID, f assistant.ModelFact) error
	ModelFacts(ctx context.Context, t assistant.TenantID) ([]assistant.ModelFact, error)
	Operator(ctx context.Context, t assistant.TenantID) (assistant.Operator, error)
	TellOfModel(ctx context.Context, t assistant.TenantID, to assistant.PersonID, n assistant.ModelNotice) (told bool, err error)
}

// Config is what a Watch is made of. All but Meter and Every are required.
type Config struct {
	Models   Models
	List     List
	Sights   *Sights
	Ledger   Ledger
	Tenant   assistant.TenantID
	Variable func(llm.Info) string // of the environment, that names the model; "" where it is set on the panel
	Meter    *metrics.Metrics
	Log      *slog.Logger
	Now      func() time.Time
	Every    time.Duration // between two looks; 0 means an hour
}

// Watch looks how the models in use stand, and says so. It is safe for concurrent use.
type Watch struct {
	config Config

	mu     sync.Mutex
	asked  map[llm.Info]time.Time // the vendor, of each model
	vendor map[llm.Info]time.Time // the end that the vendor says, where it says one
	logged map[llm.Info]string    // what the log was told of it last
}

const (
	askEvery = 24 * time.Hour
	asksFor  = 20 * time.Second
)

// New returns a Watch. It starts nothing.
func New(c Config) *Watch {
	if c.Every <= 0 {
		c.Every = time.Hour
	}
	return &Watch{config: c, asked: map[llm.Info]time.Time{}, vendor: map[llm.Info]time.Time{}, logged: map[llm.Info]string{}}
}

// Run looks until ctx ends: at once, again and again, and when a model is found not to be what was asked for.
func (w *Watch) Run(ctx context.Context) error {
	tick := time.NewTicker(w.config.Every)
	defer tick.Stop()
	for {
		if err := w.Look(ctx); err != nil && ctx.Err() == nil {
			w.config.Log.WarnContext(ctx, "how models stand was not looked at", slog.Any("err", err))
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		case <-w.config.Sights.news:
		}
	}
}

// Look looks once: it keeps what was seen, asks the vendors once a day, and tells what there is to tell.
func (w *Watch) Look(ctx context.Context) error {
	failed := w.keep(ctx)
	w.ask(ctx)
	all, err := w.Standings(ctx)
	if err != nil {
		return errors.Join(failed, err)
	}
	for _, s := range all {
		known := !s.Ending.Day.IsZero()
		w.config.Meter.ModelEnds(s.Model.Provider, s.Model.Model, s.Ending.Days(w.config.Now()), known)
		w.log(ctx, s)
		failed = errors.Join(failed, w.tell(ctx, s))
	}
	return failed
}

// Standings are how the models in use stand, the main one first.
func (w *Watch) Standings(ctx context.Context) ([]Standing, error) {
	models := slices.DeleteFunc(w.config.Models.Models(), func(i llm.Info) bool { return i.Rehearsal })
	if len(models) == 0 {
		return nil, nil
	}
	facts, err := w.config.Ledger.ModelFacts(ctx, w.config.Tenant)
	if err != nil {
		return nil, fmt.Errorf("read what is known of models: %w", err)
	}
	var out []Standing
	for _, i := range models {
		out = append(out, standing(i, w.ending(i), facts))
	}
	return out, nil
}

// Tested keeps how trying a model ended.
func (w *Watch) Tested(ctx context.Context, i llm.Info, how llm.Outcome) error {
	f := assistant.ModelFact{Provider: i.Provider, Model: i.Model, What: assistant.ModelTested, Detail: how.String()}
	if err := w.config.Ledger.KeepModelFact(ctx, w.config.Tenant, f); err != nil {
		return fmt.Errorf("keep how a model was tried: %w", err)
	}
	return nil
}

// Variable is the variable of the environment that names a model; "" where it is set on the panel.
func (w *Watch) Variable(i llm.Info) string { return w.config.Variable(i) }

// ending is when a model ends: the vendor's word goes before the list's.
func (w *Watch) ending(i llm.Info) Ending {
	e, _ := w.config.List.Of(i)
	w.mu.Lock()
	defer w.mu.Unlock()
	if day, said := w.vendor[i]; said {
		e.Day = day
	}
	return e
}

// keep keeps what was seen since the last look.
func (w *Watch) keep(ctx context.Context) error {
	var failed error
	for i, facts := range w.config.Sights.take() {
		for _, f := range facts {
			switch f.What { //nolint:exhaustive // that a model answers is no news
			case assistant.ModelGone:
				w.config.Meter.ModelStrayed(i.Provider, i.Model, metrics.StrayedGone)
			case assistant.ModelRerouted:
				w.config.Meter.ModelStrayed(i.Provider, i.Model, metrics.StrayedRerouted)
			}
			if err := w.config.Ledger.KeepModelFact(ctx, w.config.Tenant, f); err != nil {
				w.config.Sights.again(i)
				failed = errors.Join(failed, fmt.Errorf("keep what was seen of a model: %w", err))
			}
		}
	}
	return failed
}

// ask asks the vendors, where a day has passed. One that does not say is asked again in a day: the list stands.
func (w *Watch) ask(ctx context.Context) {
	for _, i := range w.config.Models.Models() {
		if i.Rehearsal || !w.due(i) {
			continue
		}
		within, cancel := context.WithTimeout(ctx, asksFor)
		told, err := w.config.Models.Describe(within, i)
		cancel()
		switch {
		case err == nil && !told.Ends.IsZero():
			w.mu.Lock()
			w.vendor[i] = told.Ends
			w.mu.Unlock()
		case err != nil && !errors.Is(err, llm.ErrNotDescribed) && ctx.Err() == nil:
			w.config.Log.DebugContext(ctx, "a provider does not say when its model ends", slog.String("provider", i.Provider), slog.String("model", i.Model), slog.Any("err", err))
		}
	}
}

// due tells whether a model's vendor was not asked for a day, and notes that it is now.
func (w *Watch) due(i llm.Info) bool {
	now := w.config.Now()
	w.mu.Lock()
	defer w.mu.Unlock()
	at, asked := w.asked[i]
	if asked && now.Sub(at) < askEvery {
		return false
	}
	w.asked[i] = now
	return true
}

// log says how a model stands where that is new: at the start, and when it changes.
func (w *Watch) log(ctx context.Context, s Standing) {
	key, soon := s.notice(w.config.Now())
	said := s.Ending.Day.Format(time.DateOnly) + " " + key
	w.mu.Lock()
	before := w.logged[s.Model]
	w.logged[s.Model] = said
	w.mu.Unlock()
	if before == said || s.Ending.Day.IsZero() && !soon {
		return
	}
	attrs := []slog.Attr{slog.String("provider", s.Model.Provider), slog.String("model", s.Model.Model), slog.String("variable", w.config.Variable(s.Model))}
	if !s.Ending.Day.IsZero() {
		attrs = append(attrs, slog.String("ends", s.Ending.Day.Format(time.DateOnly)), slog.String("successor", s.Ending.Successor))
	}
	level := slog.LevelInfo
	if soon {
		level = slog.LevelWarn
	}
	switch {
	case s.Instead != "":
		w.config.Log.LogAttrs(ctx, level, "another model answers than the one that is set", append(attrs, slog.String("answers", s.Instead))...)
	case !s.Gone.IsZero() || s.over(w.config.Now()):
		w.config.Log.LogAttrs(ctx, level, "the model in use is there no more", attrs...)
	default:
		w.config.Log.LogAttrs(ctx, level, "the model in use ends", attrs...)
	}
}

// tell tells an admin what there is to know of a model, unless that has been told.
func (w *Watch) tell(ctx context.Context, s Standing) error {
	key, ok := s.notice(w.config.Now())
	if !ok {
		return nil
	}
	to, err := w.config.Ledger.Operator(ctx, w.config.Tenant)
	if err != nil {
		return fmt.Errorf("find who is told of a model: %w", err)
	}
	in := wording.In(to.Language)
	_, err = w.config.Ledger.TellOfModel(ctx, w.config.Tenant, to.Person, assistant.ModelNotice{
		Provider: s.Model.Provider, Model: s.Model.Model, Key: key, Title: in.Say("The language model %s", s.Model.Model),
		Words: s.Words(in, w.config.Variable(s.Model), w.config.Now()),
	})
	if err != nil {
		return fmt.Errorf("tell of a model: %w", err)
	}
	return nil
}
