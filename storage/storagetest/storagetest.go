// Package storagetest is the conformance suite of the ledger: what every verb promises, tried on each database.
package storagetest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/background/store"
	"github.com/aisteam/aisteam/storage"
)

// Open gives a test an empty ledger that is up to date.
type Open func(t *testing.T) *storage.DB

const (
	lease = time.Minute
	over  = -time.Second // a lease that is over when it begins
)

// Conformance runs the suite.
func Conformance(t *testing.T, open Open) {
	t.Helper()
	Chosen(t, open, func(laws map[string]func(*testing.T)) []string { return slices.Collect(maps.Keys(laws)) })
}

// Chosen runs some laws of the suite, chosen by their names.
func Chosen(t *testing.T, open Open, choose func(laws map[string]func(*testing.T)) []string) {
	t.Helper()
	laws := lawsOf(t, open, wordTests(), memberTests(), workTests(), laterTests(), leavingTests(), refusalTests(), apartTests(), reachTests(), passkeyTests(), openIDTests())
	for _, name := range choose(laws) {
		t.Run(name, laws[name])
	}
}

// Background runs what background tasks and their hooks promise on a ledger, for the package that keeps them. What happens to people
// happens to their tasks: that is tried here, too.
func Background(t *testing.T, open Open) {
	t.Helper()
	for name, law := range lawsOf(t, open, backgroundTests(), boundTests(), hookTests(), leavingTests()) {
		t.Run(name, law)
	}
}

// lawsOf are the tests by their names, each on a ledger of its own.
func lawsOf(t *testing.T, open Open, all ...map[string]func(*testing.T, *world)) map[string]func(*testing.T) {
	t.Helper()
	laws := map[string]func(*testing.T){}
	for _, tests := range all {
		for name, test := range tests {
			if laws[name] != nil {
				t.Fatalf("two laws are called %q", name)
			}
			laws[name] = func(t *testing.T) {
				t.Helper()
				t.Parallel() // most of them wait for a disk
				test(t, newWorld(t, open(t)))
			}
		}
	}
	return laws
}

// wordTests are about who there is, and what is said.
func wordTests() map[string]func(*testing.T, *world) {
	return map[string]func(*testing.T, *world){
		"bootstrap is idempotent":                            bootstrap,
		"spaces lead to tenants":                             spaces,
		"persons are found by their accounts":                persons,
		"names and zones follow the platform":                names,
		"two accounts become one person by a code":           linking,
		"what was theirs stays theirs after linking":         linkedWork,
		"wrong codes are counted":                            linkTries,
		"of many who enter a code one is linked":             linkRace,
		"admins give roles, and the last one stays":          roles,
		"groups give roles":                                  grants,
		"settings are an admin's":                            settings,
		"money is put aside before a model is asked":         reserves,
		"no two look into the purse at once":                 reservesAtOnce,
		"nobody uses up what all of a team may spend":        ownPart,
		"what a plan was made with is its run's":             planningCosts,
		"one token is everybody's":                           ownerToken,
		"replicas tell each other what they are set to":      replicaSettings,
		"guests are what the platform says":                  guests,
		"unknown people are guests for the moment":           situationOfTheUnknown,
		"linking compares ranks":                             linkRanks,
		"the owner is pinned":                                owner,
		"servers are bound by admins":                        boundSpaces,
		"projects are changed by admins":                     projectSettings,
		"all that waits is in one list":                      pendingList,
		"conversations are named, pinned and removed":        conversationsKept,
		"conversations are put away and into folders":        conversationsFiled,
		"what was said is found by its words":                conversationsFound,
		"a list tells who is at work from what waits":        waitingLines,
		"a session is found by its secret until it is ended": sessions,
		"a session follows its person":                       sessionsFollow,
		"a person has so many sessions and no more":          sessionsBounded,
		"an invitation makes a person once":                  invitations,
		"invitations escalate nothing":                       invitationsEscalateNothing,
		"a login is renewed by a link":                       invitationsRenewed,
		"a sign-in code is good once":                        signInCodes,
		"codes end with their session":                       codesEnd,
		"no two people are called alike":                     ownNames,
		"projects":                                           projects,
		"connections and what opens them":                    connections,
		"a project is deleted with what opens it":            deletedProject, "a project that a step works on is in use": projectOfAStep,
		"what is said is received once":                      receiveOnce,
		"what is taken back is taken away":                   takenBackIsGone,
		"what an address is gone to by is one's own":         groundsAreOnesOwn,
		"a key is of one person and one thing":               keyedWords,
		"a key begins one conversation":                      keyedConversations,
		"one place is one conversation":                      receivePlaces,
		"what was said before comes first, once":             receiveBefore,
		"edits and removals refer to what was said":          receiveEdits,
		"receiving refuses what does not exist":              receiveRefuses,
		"what can never be stored is told from what may be":  receiveNever,
		"strange bytes are kept as text":                     strangeBytes,
		"concurrent first messages meet in one conversation": receiveConcurrently,
		"mail comes in order, sixty-four at a time":          mailOrder,
		"one claim at a time":                                claimAlone,
		"a claim says whether there is more":                 claimSaysMore,
		"all claims are renewed together":                    renewedTogether,
		"claims go to who waits longest":                     claimOldest,
		"mail during the hold makes the conversation ready":  mailDuringHold,
		"attempts are counted":                               attemptsCount,
		"settling is atomic and repeatable":                  settle,
		"model calls are kept as they came":                  modelCalls,
		"an agent's session is kept step by step":            agentSessions,
		"an executor's session is its task's":                executors,
		"what is said meanwhile is found by who is at work":  newerMail,
		"a lost claim writes nothing":                        fencing,
		"sweeping frees what died and lists who waits":       sweep,
		"mails answered together go with the claim":          settleAll,
		"receiving takes an idle conversation in hand":       receiveTakes,
		"receiving leaves what somebody has, or what waits":  receiveLeaves,
		"receiving takes what began before it":               receiveTakesWhatWentBefore,
		"settling takes in hand what it leaves behind":       settleShows,
		"settling takes nothing in hand that is nobody's":    settleShowsNothing,
		"the situation is what the supervisor needs":         situation,
		"the window ends with the message at hand":           situationWindow,
		"history comes in pages":                             history,
		"conversations are listed, started and focused":      conversations,
		"acts are posted once":                               postOnce,
		"a question is answered once":                        clarification,
	}
}

// memberTests are about who takes part in a conversation, and what they say there anew.
func memberTests() map[string]func(*testing.T, *world) {
	return map[string]func(*testing.T, *world){
		"who is invited takes part until they are taken out": invitedMembers,
		"conversations are removed by whose they are":        conversationsRemoved,
		"only some can be invited":                           whoCanBeInvited,
		"whom words mention is told where they take part":    mentioned,
		"who is invited is told once":                        invitedAreTold,
		"who is invited may have become another":             invitedAndLinked,
		"what is said anew names the first version":          saidAnew,
		"nobody says anew what is not theirs":                saidAnewByNobodyElse,
		"who is a member sees":                               members,
	}
}

// workTests are about what comes of it: plans, runs, deliveries, files and installs.
func workTests() map[string]func(*testing.T, *world) {
	return map[string]func(*testing.T, *world){
		"a plan's life":                                       planLife,
		"of two deciders one wins":                            twoDeciders,
		"a channel is about a project":                        channelProjects,
		"an action takes several people's yes":                severalYeses,
		"a no ends what several approve":                      aNoEndsIt,
		"yeses at the same moment are each counted once":      yesesAtOnce,
		"two accounts of one person are one yes":              twoAccountsAreOnePerson,
		"who decides is laid down by admins":                  policies,
		"a person names who decides for them":                 delegations,
		"people are found by what they are called":            called,
		"a yes in somebody's stead is counted once":           yesInStead,
		"what is approved for good is counted and taken back": approvedForGood,
		"a run knows on whose words it stands":                whoseWords,
		"a standing yes of a background task is that task's":  standingOfTasks,
		"a background task is allowed something before":       allowedBefore,
		"a background task is allowed only what was allowed":  allowedOnlyAsItIs,
		"a run's life":                                       runLife,
		"ongoing runs are found by place":                    ongoing,
		"tasks are claimed, fenced and settled":              taskClaims,
		"an admin sees what goes on":                         workload,
		"a run that waits for a decision is told as that":    workloadWaits,
		"people are told what was done for them":             dayDone,
		"fifty siblings finish in one log":                   siblings,
		"several tasks are claimed and written at once":      tasksTogether,
		"calls are started once":                             callsOnce,
		"own calls are logged once":                          ownCallsOnce,
		"a question of a stopped run takes a turn":           waitingTurns,
		"stopping stops":                                     stopping,
		"what is sent back is opened anew":                   sentBack,
		"what has not begun ends with its run":               leftUndone,
		"what is left out stays left out":                    leftOut,
		"a task is left out by itself":                       oneTaskStopped,
		"a task is retried by itself":                        oneTaskRetried,
		"nothing starts while a stop waits to be handled":    halting,
		"retrying opens what failed":                         retrying,
		"approvals of before bind nothing":                   askedBefore,
		"retrying waits for nobody":                          retriedApproval,
		"undoing is for what has ended":                      undoing,
		"what a turn follows from is kept for a while":       recordings,
		"a plan that changes nothing starts at once":         planAtOnce,
		"of failed deliveries the newest are kept":           failures,
		"what is known of models is the newest":              modelFacts,
		"a model is set by an admin, with a key of its own":  modelSettings,
		"a part of the installation is set by an admin":      partSettings,
		"an admin is told of a model once":                   modelNotices,
		"what was taken back is not done, until it is again": undoneAgain,
		"words keep what stood where they were said":         whatStood,
	}
}

// laterTests are about what goes on after it.
func laterTests() map[string]func(*testing.T, *world) {
	return map[string]func(*testing.T, *world){
		"words decide on nothing that was withheld":                      withheld,
		"words that were changed since are known":                        changedWords,
		"words that were said anew decide nothing":                       saidAnewIsNoDecision,
		"models read the newest version":                                 replacedIsNotRead,
		"an answer from before the window is read with its question":     replacedFurtherUpIsNotRead,
		"nobody decides what has expired":                                overdue,
		"approvals bind to what was shown":                               approvals,
		"other arguments bind what a person has written":                 rewritten(false),
		"other arguments for good are asked about once more":             rewritten(true),
		"timers come when they are due and go with the decision":         timers,
		"a reminder is said once, to who was asked":                      reminders,
		"a card reminds once of all that waits on it":                    aCardRemindsOnce,
		"a rule says who is reminded":                                    aRuleSaysWhoIsReminded,
		"nobody is reminded of what is settled":                          remindersOfWhatIsSettled,
		"reminders go with the decision":                                 remindersGo,
		"of two who remind one does":                                     twoRemind,
		"a person's account on a surface is found":                       accounts,
		"deliveries are claimed, fenced and recorded":                    deliveries,
		"what is spoken is kept and comes with a claim":                  language,
		"what is spoken comes with what is taken at once":                languageTaken,
		"what is spoken is what a person has chosen, where nothing says": languageChosen,
		"a person is where their browser says until they choose a zone":  zoneChosen,
		"a closed place rests until somebody opens it":                   closedPlaces,
		"settling takes a closed place in hand":                          settleOpens,
		"what waits for a good token is shown once it is there":          spacesOpen,
		"installed anew, a workspace is shown what waited":               installsOpen,
		"a place stays ready when the log went on":                       deliveryGoesOn,
		"a slot is delivered whole":                                      deliverySlots,
		"posts of a channel get slots in a pace":                         slotsInAPace,
		"a draft is shown until its turn is over":                        draftsAreShown,
		"places are found, and what was heard there":                     heard,
		"what was heard is read as it reads by now":                      reread,
		"it is known whether a channel's newest message is":              newestKnown,
		"it is known until when all was heard":                           heardUntil,
		"turns are an interval apart, whoever asks":                      turns,
		"an install makes a tenant, once":                                installMakesATenant,
		"an organisation's install serves its workspaces":                installOfAnOrganisation,
		"served workspaces are those with a living install":              served,
		"a refresh token is held by one at a time":                       rotationAlone,
		"a revoked install has no tokens":                                installRevoked,
		"a nonce is spent once":                                          nonces,
		"files are kept, and what was read in them":                      files,
		"files are deleted by who sent them, and by admins":              filesDeleted,
		"files that came before their conversation are placed":           filesWent,
		"another tenant's ids are nothing":                               isolation,
		"every body is projected or known to need no projection":         everyBody,
	}
}

// world is a ledger with a tenant in it.
type world struct {
	*storage.DB
	Backgrounds store.Tasks

	t      *testing.T
	ctx    context.Context //nolint:containedctx // it is the test's own
	ids    *assistant.IDs
	tenant assistant.TenantID
	owner  assistant.Person
	site   assistant.Project
}

func newWorld(t *testing.T, db *storage.DB) *world {
	t.Helper()
	w := &world{DB: db, Backgrounds: store.New(db.Packs), t: t, ctx: t.Context(), ids: assistant.NewIDs(time.Now, rand.Reader)}
	w.site = assistant.Project{
		ID: id[assistant.ProjectID](w), Name: "Aquaverter", Slug: "aquaverter", Domain: "aquaverter.ca", Connections: []assistant.Connection{site.Folder()},
	}
	tenant, owner, err := db.Tenants.Bootstrap(w.ctx, assistant.Seed{
		Tenant: assistant.Tenant{Name: "Home"}, Owner: assistant.Person{Name: "Olga"}, Projects: []assistant.Project{w.site},
	})
	w.ok(err)
	w.tenant, w.owner = tenant.ID, owner
	return w
}

func id[ID ~string](w *world) ID { return assistant.NewID[ID](w.ids) }

// Settle settles one mail and keeps the claim.
func (w *world) Settle(ctx context.Context, c assistant.Claim, mailID int64, b assistant.Batch) error {
	return second(w.Mailboxes.SettleAll(ctx, c, assistant.Settling{Mails: []int64{mailID}, Batch: b}))
}

// freed is ok for a release that may leave something ready.
func (w *world) freed(_ bool, err error) {
	w.t.Helper()
	w.ok(err)
}

// second is the error of a verb that also tells something else.
func second[T any](_ T, err error) error { return err }

func (w *world) ok(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) is(err, want error) {
	w.t.Helper()
	if !errors.Is(err, want) {
		w.t.Fatalf("got error %v, want %v", err, want)
	}
}

func equal[T any](w *world, got, want T) {
	w.t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		w.t.Fatalf("differs (-want +got):\n%s", d)
	}
}

func (w *world) slack(thread string) assistant.Inbound {
	return assistant.Inbound{
		Tenant: w.tenant, Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: "C1", Thread: thread},
		From:   assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U1", Name: "Uma"},
		Change: assistant.ChangeSaid, Text: "hello",
	}
}

// say receives words in a thread.
func (w *world) say(thread, text string) assistant.Received {
	w.t.Helper()
	in := w.slack(thread)
	in.Text, in.Key = text, thread+"/"+text+"/"+w.ids.New()
	r, err := w.Intake.Receive(w.ctx, in)
	w.ok(err)
	return r
}

// claim takes the conversation that is ready.
// note appends words of the assistant's, which a place has to be shown.
func (w *world) note(c assistant.ConversationID, text string) {
	w.t.Helper()
	m := answer(text)
	m.Tenant, m.Conversation = w.tenant, c
	_, err := w.Intake.Post(w.ctx, m)
	w.ok(err)
}

// Renew renews one claim.
func (w *world) Renew(ctx context.Context, c assistant.Claim, lease time.Duration) error {
	return lost(w.Mailboxes.RenewAll(ctx, []assistant.Claim{c}, lease))
}

// RenewTask renews one task's claim.
func (w *world) RenewTask(ctx context.Context, c assistant.TaskClaim, lease time.Duration) error {
	return lost(w.Tasks.RenewTasks(ctx, []assistant.TaskClaim{c}, lease))
}

func lost[C any](gone []C, err error) error {
	if err == nil && len(gone) > 0 {
		return assistant.ErrFenced
	}
	return err
}

// waits tells whether the tenant has mail, and places behind, that nobody holds.
func (w *world) waits() [2]bool {
	w.t.Helper()
	got, err := w.Timers.Sweep(w.ctx, 0)
	w.ok(err)
	return [2]bool{slices.Contains(got.Turns, w.tenant), slices.Contains(got.Deliveries, w.tenant)}
}

func (w *world) claim() (assistant.Claim, []assistant.Mail) {
	w.t.Helper()
	c, mail, ok, err := w.Mailboxes.Claim(w.ctx, w.tenant, lease)
	w.ok(err)
	if !ok {
		w.t.Fatal("nothing to claim")
	}
	return c, mail
}

func (w *world) nothing() {
	w.t.Helper()
	_, _, ok, err := w.Mailboxes.Claim(w.ctx, w.tenant, lease)
	w.ok(err)
	if ok {
		w.t.Fatal("claimed something")
	}
}

// held is a conversation with one message, claimed.
func (w *world) held() (assistant.Claim, assistant.Mail) {
	w.t.Helper()
	w.say("t"+w.ids.New(), "please create a page")
	c, mail := w.claim()
	return c, mail[0]
}

func line(author assistant.Author, kind assistant.Kind, text string, b assistant.Body) assistant.Message {
	return assistant.Message{Author: author, Kind: kind, Content: text, Body: b}
}

func answer(text string) assistant.Message {
	return line(assistant.AuthorAssistant, assistant.KindMessage, text, assistant.Said{})
}

func system(b assistant.Body) assistant.Message {
	return line(assistant.AuthorSystem, assistant.KindSystem, "", b)
}

func batch(ms ...assistant.Message) assistant.Batch { return assistant.Batch{Messages: ms} }

// log is a conversation's log.
func (w *world) log(c assistant.ConversationID) []assistant.Message {
	w.t.Helper()
	ms, err := w.Conversations.MessagesAfter(w.ctx, w.tenant, c, 0, 1000)
	w.ok(err)
	for i, m := range ms {
		if m.Seq != int64(i+1) {
			w.t.Fatalf("message %d has seq %d", i, m.Seq)
		}
	}
	return ms
}

func contents(ms []assistant.Message) []string {
	var out []string
	for _, m := range ms {
		out = append(out, m.Content)
	}
	return out
}

// act is a person's act on the conversation.
func (w *world) act(c assistant.ConversationID, b assistant.Body) error {
	_, err := w.Intake.Post(w.ctx, assistant.Message{
		Tenant: w.tenant, Conversation: c, Author: assistant.AuthorUser, Person: w.owner.ID, Kind: assistant.KindSystem, Body: b,
	})
	if err != nil {
		return fmt.Errorf("act: %w", err)
	}
	return nil
}
