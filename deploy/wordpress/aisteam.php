<?php
/**
 * Plugin Name: AISTEAM
 * Description: Lets AISTEAM keep its marks, and what search engines are told, beside pages and posts instead of in them. Put this file
 *              into wp-content/mu-plugins. It does nothing else, and taking it away leaves everything as it is.
 */
add_action('init', function () {
	$keys = ['_aisteam_marks'];
	if (defined('WPSEO_VERSION')) {
		array_push($keys, '_yoast_wpseo_title', '_yoast_wpseo_metadesc');
	} elseif (defined('RANK_MATH_VERSION')) {
		array_push($keys, 'rank_math_title', 'rank_math_description');
	} elseif (defined('SEOPRESS_VERSION')) {
		array_push($keys, '_seopress_titles_title', '_seopress_titles_desc');
	}
	foreach (['page', 'post'] as $type) {
		foreach ($keys as $key) {
			register_post_meta($type, $key, [
				'type' => 'string',
				'single' => true,
				'show_in_rest' => true,
				'auth_callback' => fn($allowed, $name, $id) => current_user_can('edit_post', $id),
			]);
		}
	}
}, 99);
