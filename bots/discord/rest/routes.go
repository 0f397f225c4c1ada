package rest

import "net/http"

// PostRoute is that of new messages.
func PostRoute(channel string) Route {
	return Route{http.MethodPost, "channels/messages", channel}
}

// ReadRoute is the route for reading a channel's messages.
func ReadRoute(channel string) Route { return Route{http.MethodGet, "channels/messages", channel} }

// Route is a kind of request with what Discord limits it by besides: the channel.
type Route struct{ method, path, major string }

func (r Route) name() string { return r.method + " " + r.path }

// RouteOf is the route of a method and a path, with what it is limited by; "" for nothing besides.
func RouteOf(method, path, major string) Route { return Route{method, path, major} }
