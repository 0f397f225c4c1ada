// Package rig sets up the whole product as an installation has it, on one machine: a private Postgres and Redis, replicas
// as processes of their own, and a Slack that is only a stopwatch. The bench measures on it, and the chaos run breaks it.
// Everything is reached over sockets in one temporary folder, or over ports that the system picks.
package rig
