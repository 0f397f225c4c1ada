<?php
// Installs the site: php install.php ROOT HOST USER PATH PERMALINKS LANGUAGE ROLE. Prints the password with which the user signs in,
// and an application password.
[, $root, $host, $user, $path, $permalinks, $language, $role] = $argv;
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = $host;
$_SERVER['SERVER_NAME'] = explode(':', $host)[0];
$_SERVER['REQUEST_URI'] = '/';
$_SERVER['REQUEST_METHOD'] = 'GET';
require $root . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
add_filter('pre_wp_mail', '__return_true');
$login = bin2hex(random_bytes(12));
$installed = wp_install('A site for tests', $user, 'admin@example.test', true, '', $login);
update_option('siteurl', 'http://' . $host . $path);
update_option('home', 'http://' . $host . $path);
update_option('WPLANG', $language);
switch_theme('plain');
if ($permalinks !== '') {
	$wp_rewrite->set_permalink_structure($permalinks);
	$wp_rewrite->flush_rules(false);
}
if ($role !== '') {
	(new WP_User($installed['user_id']))->set_role($role);
}
$made = WP_Application_Passwords::create_new_application_password($installed['user_id'], ['name' => 'test']);
if (is_wp_error($made)) {
	fwrite(STDERR, $made->get_error_message());
	exit(1);
}
echo "\nlogin-password:", $login, "\napplication-password:", $made[0], "\n";
