package storagetest

import "testing"

// apartTests try conditions that usually occur together, each where it alone decides.
func apartTests() map[string]func(*testing.T, *world) {
	return map[string]func(*testing.T, *world){
		"a secret that can be guessed opens nothing":                      shortSecrets,
		"a guest stands in for nobody and names nobody":                   guestsInStead,
		"a role is given to a group of a platform":                        grantsOfNothing,
		"a role that somebody has is given again":                         rolesAgain,
		"nobody makes a login for the token's person":                     ownersLogin,
		"an id that is none is no tenant":                                 tenantsOfNoID,
		"what nobody asked for waits for whom its rule names":             unaskedOfNobody,
		"a guest is told of nothing that was done":                        guestsDay,
		"an account that stands as it stood draws nothing":                standsAsBefore,
		"what stood in a place before is nobody's words":                  beforeIsNobodys,
		"what a platform sends again is known by its key":                 keyedByAPlatform,
		"one number in two threads is two messages":                       heardInThreads,
		"another account renames nobody":                                  namesOfOthers,
		"who is signed in speaks as who they are":                         signedInAs,
		"nobody writes for a task that nobody holds":                      writtenByNobody,
		"tasks of two tenants are not written in one":                     writtenForTwoTenants,
		"a task is finished by what ends it":                              finishedAsOpen,
		"what costs money counts without tokens":                          pricedByTheCall,
		"a login is made for no guest":                                    guestsLogin,
		"the last admin of all stays":                                     lastAdminOfAll,
		"an always is taken back by who gave it or an admin":              standingEnded,
		"what came of a task is told where its owner wants to hear of it": tellings,
		"what could not be done is left alone for a while":                backgroundPutOff,
		"tenants with many that are due take turns with those with few":   backgroundTurns,
	}
}
