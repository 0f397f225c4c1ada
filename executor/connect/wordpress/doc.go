// Package wordpress speaks to the REST API of WordPress sites with application passwords.
//
// The base of the API is asked from the site (the Link header with rel="https://api.w.org/"), so that sites in a
// subdirectory and sites without pretty addresses work; where the site does not say, the ?rest_route= form is taken.
//
// A page that was written here carries a comment at its end with the marks of the last writes. It is taken off when the
// page is read, and tells after a lost answer whether the write went through.
package wordpress
