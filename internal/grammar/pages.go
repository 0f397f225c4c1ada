package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// pages are 300 pages as the editor writes them: what people build sites of, from the classic page without a block to columns
// in a group in a cover, with a plugin's blocks and shortcodes between.
func pages(seed uint64) []string {
	r := random{rand.New(rand.NewPCG(seed, 1))} // it shall be the same again
	out := make([]string, 300)
	for i := range out {
		var b strings.Builder
		for range 3 + r.IntN(9) {
			b.WriteString(r.section(0))
			b.WriteString("\n\n")
		}
		out[i] = strings.TrimSuffix(b.String(), "\n\n")
		if i%25 == 0 {
			out[i] = classic(i)
		}
	}
	return out
}

func classic(i int) string {
	return fmt.Sprintf("<h2>Über uns</h2>\nSeit 19%02d für Sie da.\n\n[contact-form-7 id=\"%d\" title=\"Kontakt\"]\n\n<!--more-->\n<ul>\n<li>Heizung</li>\n<li>Sanitär</li>\n</ul>", i%100, i)
}

func (r random) words() string {
	return r.pick("We build filters for pools.", "Öffnungszeiten: Mo–Fr 8 bis 17 Uhr", "Prices from <strong>€ 29</strong> a month &amp; no fees", "日本語の文章", "Call us: <a href=\"tel:+493012345\">030 12345</a>",
		"Line one<br>line two", "Read <a href=\"https://example.com/?a=1&amp;b=2\" target=\"_blank\" rel=\"noreferrer noopener\">more</a>", "50&nbsp;% off – “today” only", "[year] by [sitename]", "<em>Fresh</em> every day 🙂")
}

// section is a block with what stands in it.
func (r random) section(depth int) string {
	if depth > 3 || r.IntN(3) > 0 {
		return r.leaf()
	}
	var in strings.Builder
	for i := range 1 + r.IntN(3) {
		if i > 0 {
			in.WriteString("\n\n")
		}
		in.WriteString(r.section(depth + 1))
	}
	switch r.IntN(6) {
	case 0:
		return "<!-- wp:group {\"style\":{\"spacing\":{\"padding\":{\"top\":\"2rem\"}}},\"layout\":{\"type\":\"constrained\"}} -->\n<div class=\"wp-block-group\" style=\"padding-top:2rem\">" + in.String() + "</div>\n<!-- /wp:group -->"
	case 1:
		return "<!-- wp:columns -->\n<div class=\"wp-block-columns\"><!-- wp:column {\"width\":\"66.66%\"} -->\n<div class=\"wp-block-column\" style=\"flex-basis:66.66%\">" + in.String() +
			"</div>\n<!-- /wp:column -->\n\n<!-- wp:column {\"width\":\"33.33%\"} -->\n<div class=\"wp-block-column\" style=\"flex-basis:33.33%\">" + r.leaf() + "</div>\n<!-- /wp:column --></div>\n<!-- /wp:columns -->"
	case 2:
		return "<!-- wp:cover {\"url\":\"https://example.com/a.jpg\",\"id\":12,\"dimRatio\":50,\"focalPoint\":{\"x\":0.5,\"y\":0.25}} -->\n<div class=\"wp-block-cover\"><span aria-hidden=\"true\" class=\"wp-block-cover__background has-background-dim\"></span><img class=\"wp-block-cover__image-background wp-image-12\" alt=\"\" src=\"https://example.com/a.jpg\" data-object-fit=\"cover\"/><div class=\"wp-block-cover__inner-container\">" +
			in.String() + "</div></div>\n<!-- /wp:cover -->"
	case 3:
		return "<!-- wp:quote -->\n<blockquote class=\"wp-block-quote\">" + in.String() + "<cite>A customer</cite></blockquote>\n<!-- /wp:quote -->"
	case 4:
		return "<!-- wp:media-text {\"mediaId\":7,\"mediaType\":\"image\"} -->\n<div class=\"wp-block-media-text alignwide is-stacked-on-mobile\"><figure class=\"wp-block-media-text__media\"><img src=\"https://example.com/b.png\" alt=\"\" class=\"wp-image-7 size-full\"/></figure><div class=\"wp-block-media-text__content\">" +
			in.String() + "</div></div>\n<!-- /wp:media-text -->"
	default:
		return "<!-- wp:acf/testimonial {\"name\":\"acf/testimonial\",\"data\":{\"quote\":\"So gut! } wirklich\",\"_quote\":\"field_5f\"},\"mode\":\"preview\"} -->\n" + in.String() + "\n<!-- /wp:acf/testimonial -->"
	}
}

// leaf is a block without others in it, or with its own.
func (r random) leaf() string {
	w := r.words()
	return r.pick(
		"<!-- wp:paragraph -->\n<p>"+w+"</p>\n<!-- /wp:paragraph -->",
		"<!-- wp:paragraph {\"align\":\"center\",\"fontSize\":\"large\"} -->\n<p class=\"has-text-align-center has-large-font-size\">"+w+"</p>\n<!-- /wp:paragraph -->",
		"<!-- wp:heading -->\n<h2 class=\"wp-block-heading\">"+w+"</h2>\n<!-- /wp:heading -->",
		"<!-- wp:heading {\"level\":3} -->\n<h3 id=\"preise\">"+w+"</h3>\n<!-- /wp:heading -->",
		"<!-- wp:list -->\n<ul><!-- wp:list-item -->\n<li>"+w+"</li>\n<!-- /wp:list-item -->\n\n<!-- wp:list-item -->\n<li>Two<!-- wp:list {\"ordered\":true} -->\n<ol><!-- wp:list-item -->\n<li>Deep</li>\n<!-- /wp:list-item --></ol>\n<!-- /wp:list --></li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->",
		"<!-- wp:list {\"ordered\":true} -->\n<ol><li>"+w+"</li><li>Two</li></ol>\n<!-- /wp:list -->",
		"<!-- wp:image {\"id\":31,\"sizeSlug\":\"large\",\"linkDestination\":\"none\"} -->\n<figure class=\"wp-block-image size-large\"><img src=\"https://example.com/wp-content/uploads/2026/01/pool-1024x683.jpg\" alt=\"A pool\" class=\"wp-image-31\"/><figcaption>"+w+"</figcaption></figure>\n<!-- /wp:image -->",
		"<!-- wp:buttons -->\n<div class=\"wp-block-buttons\"><!-- wp:button {\"className\":\"is-style-outline\"} -->\n<div class=\"wp-block-button is-style-outline\"><a class=\"wp-block-button__link\" href=\"/kontakt/\">Kontakt</a></div>\n<!-- /wp:button --></div>\n<!-- /wp:buttons -->",
		"<!-- wp:table {\"hasFixedLayout\":true} -->\n<figure class=\"wp-block-table\"><table class=\"has-fixed-layout\"><thead><tr><th>Size</th><th>Price</th></tr></thead><tbody><tr><td>S</td><td>"+w+"</td></tr></tbody></table></figure>\n<!-- /wp:table -->",
		"<!-- wp:separator -->\n<hr class=\"wp-block-separator has-alpha-channel-opacity\"/>\n<!-- /wp:separator -->", "<!-- wp:spacer {\"height\":\"40px\"} -->\n<div style=\"height:40px\" aria-hidden=\"true\" class=\"wp-block-spacer\"></div>\n<!-- /wp:spacer -->",
		"<!-- wp:latest-posts {\"postsToShow\":3,\"displayPostDate\":true} /-->", "<!-- wp:block {\"ref\":512} /-->", "<!-- wp:pattern {\"slug\":\"twentytwentythree/cta\"} /-->", "<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->", "<!-- wp:nextpage -->\n<!--nextpage-->\n<!-- /wp:nextpage -->",
		"<!-- wp:shortcode -->\n[contact-form-7 id=\"5\" title=\"Contact\"]\n<!-- /wp:shortcode -->", "<!-- wp:html -->\n<iframe src=\"https://maps.example.com/?q=a\" width=\"600\"></iframe>\n<script>if (a < b) { c(); }</script>\n<!-- /wp:html -->",
		"<!-- wp:embed {\"url\":\"https://www.youtube.com/watch?v=abc\",\"type\":\"video\",\"providerNameSlug\":\"youtube\",\"responsive\":true} -->\n<figure class=\"wp-block-embed is-type-video\"><div class=\"wp-block-embed__wrapper\">\nhttps://www.youtube.com/watch?v=abc\n</div></figure>\n<!-- /wp:embed -->",
		"<!-- wp:gallery {\"linkTo\":\"none\"} -->\n<figure class=\"wp-block-gallery has-nested-images columns-default is-cropped\"><!-- wp:image {\"id\":1} -->\n<figure class=\"wp-block-image\"><img src=\"https://example.com/1.jpg\" alt=\"\" class=\"wp-image-1\"/></figure>\n<!-- /wp:image --></figure>\n<!-- /wp:gallery -->",
		"<!-- wp:code -->\n<pre class=\"wp-block-code\"><code>&lt;!-- wp:paragraph --&gt; { }</code></pre>\n<!-- /wp:code -->", "<!-- wp:preformatted -->\n<pre class=\"wp-block-preformatted\">"+w+"</pre>\n<!-- /wp:preformatted -->", "<!-- wp:verse -->\n<pre class=\"wp-block-verse\">"+w+"</pre>\n<!-- /wp:verse -->",
		"<!-- wp:pullquote -->\n<figure class=\"wp-block-pullquote\"><blockquote><p>"+w+"</p><cite>Me</cite></blockquote></figure>\n<!-- /wp:pullquote -->", "<!-- wp:file {\"id\":9,\"href\":\"https://example.com/a.pdf\"} -->\n<div class=\"wp-block-file\"><a href=\"https://example.com/a.pdf\">Preisliste</a></div>\n<!-- /wp:file -->",
		"<!-- wp:details -->\n<details class=\"wp-block-details\"><summary>"+w+"</summary><!-- wp:paragraph -->\n<p>Hidden</p>\n<!-- /wp:paragraph --></details>\n<!-- /wp:details -->", "<!-- wp:woocommerce/product-new {\"columns\":4,\"rows\":1} /-->",
		"<!-- wp:yoast/faq-block {\"questions\":[{\"id\":\"faq-1\",\"question\":[\"Why?\"],\"answer\":[{\"type\":\"strong\",\"props\":{\"children\":[\"So\"]}}]}]} -->\n<div class=\"schema-faq wp-block-yoast-faq-block\"><div class=\"schema-faq-section\" id=\"faq-1\"><strong class=\"schema-faq-question\">Why?</strong> <p class=\"schema-faq-answer\">So</p></div></div>\n<!-- /wp:yoast/faq-block -->",
		"<p>"+w+"</p>", "[gallery ids=\"1,2,3\" columns=\"3\"]", "<h2>"+w+"</h2>\n<p>Classic between blocks</p>",
		"<!-- wp:social-links -->\n<ul class=\"wp-block-social-links\"><!-- wp:social-link {\"url\":\"https://example.com/@us\",\"service\":\"mastodon\"} /--></ul>\n<!-- /wp:social-links -->", "<!-- wp:query {\"queryId\":1,\"query\":{\"perPage\":3,\"postType\":\"post\",\"sticky\":\"\",\"inherit\":false}} -->\n<div class=\"wp-block-query\"><!-- wp:post-template -->\n<!-- wp:post-title {\"isLink\":true} /-->\n\n<!-- wp:post-excerpt /-->\n<!-- /wp:post-template --></div>\n<!-- /wp:query -->",
	)
}
