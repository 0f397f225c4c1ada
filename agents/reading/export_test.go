package reading

// ServeFor is [Serve] with a life of one's own choice.
var ServeFor = serve

// Where is what is kept of a crash.
var Where = where
