package wordpress_test

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/connect/wordpress"
)

// TestAPortThatRefusesIsSaidAtOnce: nobody waits until a time is over for what the network has told already.
func TestAPortThatRefusesIsSaidAtOnce(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := "http://" + l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	p := assistant.Project{ID: "p", Tenant: "t"}
	c := assistant.Connection{Kind: site.KindWordPress, Gives: site.GivenByWordPress(), Config: map[string]string{site.KeyAddress: address, site.KeyUser: "anna"}}
	form := wordpress.New(wordpress.Config{Own: "t"}).Form()
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second) // of the twenty that a request has
	defer cancel()
	_, err = form.Test(ctx, tools.ConnectionTest{Project: p, Connection: c, Secret: "secret"})
	if err == nil || ctx.Err() != nil || !strings.Contains(err.Error(), "refused") {
		t.Errorf("after its time: %v, said %v", ctx.Err(), err)
	}
}
