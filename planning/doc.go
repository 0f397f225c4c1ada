// Package planning turns a request into a plan that a person can decide on. The model proposes, code decides: everything
// a model says is checked against the catalogue of tools, the roster, the project and the four laws, and what does not
// hold is corrected a bounded number of times and then told to the person in plain words, with a way on.
//
// The stages (seed 000 §16.2) and who takes them:
//
//	Begin ──1 restate, 2 project context──▶ unknown project: Problem · several: Ask (project) ─┐
//	  │                                                                                       Answer
//	  ├──3 missing requirements, 4 questions──▶ Ask (requirements) ──Answer──▶ still open: Ask again
//	  ├──5 forks──▶ Ask (fork) ──Answer──▶
//	  └──6 steps, 7 laws and reversibility──▶ 8 Plan, version 1 ──Revise──▶ version n+1 with its changes
//	                                            └──approved──▶ 9 Build: run and tasks ──▶ 10 execution
//
// Nothing waits in memory: what is known between two calls is in the [assistant.Brief] and the [assistant.Plan] that a
// [Move] carries. Whoever gets a Problem from Answer may call Answer again with the same brief: it goes on where it stopped.
package planning
