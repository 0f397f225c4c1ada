package storage

import _ "embed" // the SQL

//go:embed dba.sql
var dba string

// AdministratorSQL is what a database administrator runs once, so that neither who migrates nor who serves need be a superuser
// or may make roles.
func AdministratorSQL() string { return dba }
