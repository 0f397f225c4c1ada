// Package budget holds a turn, a task and a delivery to what they may ask of the database and of Redis. Its test runs the
// product without a platform and a model, on both databases, and counts.
package budget
