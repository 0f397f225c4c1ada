package projects

// CheckAddress is what is said of an address in a form.
func CheckAddress(given string) error {
	_, err := address(given, "site.url", "address")
	return err
}
