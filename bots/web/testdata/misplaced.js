// Tells what of a page is not where it belongs: what runs out of the page or of its box, what lies on something else, and what is read
// from right to left and turns around what stands beside it.
(() => {
  const found = [];
  const cut = (text) => text.trim().replace(/\s+/g, " ").slice(0, 60);
  const said = (el) => el.tagName.toLowerCase() + (el.id ? "#" + el.id : "") + (el.className && el.className.baseVal === undefined ? "." + el.className.trim().replace(/\s+/g, ".") : "");
  const within = (a, b, slack) => a.left >= b.left - slack && a.right <= b.right + slack;

  // What is left of a rectangle where boxes around it are cut off.
  function shown(el, r) {
    let { left, top, right, bottom } = r;
    for (let a = el; a && a !== document.documentElement; a = a.parentElement) {
      const style = getComputedStyle(a);
      if (style.display !== "inline" && style.overflowX !== "visible" && a !== document.body) {
        const b = a.getBoundingClientRect();
        left = Math.max(left, b.left); top = Math.max(top, b.top); right = Math.min(right, b.right); bottom = Math.min(bottom, b.bottom);
      }
      if (style.position === "fixed") break;
    }
    return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
  }
  // What moves with the page, and what stands over it.
  function layer(el) {
    for (let a = el; a; a = a.parentElement) {
      const style = getComputedStyle(a);
      if (style.position === "fixed" || style.position === "sticky" || a.tagName === "DIALOG") return a;
    }
    return null;
  }

  const parts = [], texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    const el = node.parentElement;
    if (!node.data.trim() || el.closest("script, style, option, svg, .hidden, textarea") || !el.checkVisibility()) continue;
    texts.push(node);
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const r of range.getClientRects()) {
      const at = shown(el, r);
      if (at) parts.push({ el, at, text: cut(node.data), layer: layer(el) });
    }
  }
  for (const el of document.querySelectorAll("input:not([type=hidden]), select, textarea, button, summary.button, a.button")) {
    if (!el.checkVisibility() || el.closest(".hidden")) continue;
    const at = shown(el, el.getBoundingClientRect());
    if (at) parts.push({ el, at, text: said(el), layer: layer(el), control: true });
  }

  if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const boxes = ".panel-card, .card, .bubble, .notice, .badge, .tag, td, th, button, .button, main, .side, .past li, .people > li, .tabs, .top, dialog";
  for (const p of parts) {
    if (p.at.left < -1 || p.at.right > innerWidth + 1) found.push(`${said(p.el)} runs out of the page: ${p.text}`);
    const box = (p.control ? p.el.parentElement : p.el).closest(boxes);
    if (box && !within(p.at, box.getBoundingClientRect(), 1.5)) found.push(`${said(p.el)} runs out of ${said(box)}: ${p.text}`);
  }
  parts.sort((a, b) => a.at.top - b.at.top);
  parts.forEach((a, i) => {
    for (let j = i + 1; j < parts.length && parts[j].at.top < a.at.bottom; j++) {
      const b = parts[j];
      if (a.layer !== b.layer || a.el === b.el || a.el.contains(b.el) || b.el.contains(a.el)) continue;
      const wide = Math.min(a.at.right, b.at.right) - Math.max(a.at.left, b.at.left);
      const high = Math.min(a.at.bottom, b.at.bottom) - Math.max(a.at.top, b.at.top);
      const least = Math.min(a.at.bottom - a.at.top, b.at.bottom - b.at.top);
      if (wide > 2 && high > least * 0.45) found.push(`${said(a.el)} (${a.text}) lies on ${said(b.el)} (${b.text})`);
    }
  });

  // A name that is read from right to left ends with a bracket, which stands at its left; what comes after it stands at its right.
  const begins = "דוח", ends = "(7/24)";
  const spot = (node, at) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const all = range.getClientRects();
    return all[all.length - 1];
  };
  const line = (a, b) => a && b && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  const mark = /[\u2066-\u2069]/;
  for (const node of texts) {
    const first = node.data.indexOf(begins), last = node.data.indexOf(ends, first) + ends.length - 1;
    if (first < 0 || last < ends.length) continue;
    const el = node.parentElement, from = spot(node, first), to = spot(node, last);
    if (line(from, to) && to.left > from.left) found.push(`${said(el)} is not read from right to left: ${cut(node.data)}`);
    const block = (n) => { let a = n.parentElement; while (getComputedStyle(a).display.startsWith("inline")) a = a.parentElement; return a; };
    const home = block(node);
    if (getComputedStyle(home).direction !== "ltr" || getComputedStyle(home).unicodeBidi === "plaintext") continue;
    // The letters around it, in its own text and in those beside it.
    const near = texts.filter((n) => n !== node && block(n) === home);
    const solid = (n, i, by) => { for (; i >= 0 && i < n.data.length; i += by) if (n.data[i].trim() && !mark.test(n.data[i])) return spot(n, i); return null; };
    const after = solid(node, last + 1, 1) ?? near.filter((n) => node.compareDocumentPosition(n) & 4).map((n) => solid(n, 0, 1)).find(Boolean);
    const before = solid(node, first - 1, -1) ?? near.filter((n) => node.compareDocumentPosition(n) & 2).reverse().map((n) => solid(n, n.data.length - 1, -1)).find(Boolean);
    if (line(to, after) && after.left < Math.max(to.right, line(from, to) ? from.right : to.right) - 1) found.push(`${said(el)} turns around what comes after it: ${cut(home.textContent)}`);
    if (line(from, before) && before.right > Math.min(from.left, line(from, to) ? to.left : from.left) + 1) found.push(`${said(el)} turns around what comes before it: ${cut(home.textContent)}`);
  }
  for (const el of document.querySelectorAll("input, textarea")) {
    if (el.value.startsWith(begins) && el.checkVisibility() && getComputedStyle(el).unicodeBidi !== "plaintext" && getComputedStyle(el).direction !== "rtl") {
      found.push(`${said(el)} is not read from right to left: ${cut(el.value)}`);
    }
  }
  return [...new Set(found)].slice(0, 12).join("\n");
})()
