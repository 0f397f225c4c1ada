// Package servers gives tests, benchmarks and chaos runs databases of the product's, on servers of their own (internal/servers/own):
// installed as an operator installs them, brought up to date once in a test binary, and empty.
package servers
