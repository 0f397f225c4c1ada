package bots

// CheckSiteAddress is what is said of a site's address in the settings.
func CheckSiteAddress(given string) error {
	_, err := siteAddress(given)
	return err
}
