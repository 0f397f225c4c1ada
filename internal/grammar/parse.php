<?php
// Reads a text a line, in base64, and prints how WordPress's own parser reads it: php parse.php CLASS-WP-BLOCK-PARSER.PHP
require $argv[1];
function told(array $block): array {
	$content = [];
	$inner = 0;
	foreach ($block['innerContent'] as $piece) {
		$content[] = is_string($piece) ? base64_encode($piece) : told($block['innerBlocks'][$inner++]);
	}
	$attributes = json_encode($block['attrs'], JSON_FORCE_OBJECT | JSON_PRESERVE_ZERO_FRACTION);
	return ['name' => $block['blockName'] ?? '', 'attributes' => base64_encode($attributes), 'content' => $content];
}
while (($line = fgets(STDIN)) !== false) {
	$blocks = (new WP_Block_Parser())->parse(base64_decode(rtrim($line, "\n")));
	echo json_encode(array_map('told', $blocks)), "\n";
}
