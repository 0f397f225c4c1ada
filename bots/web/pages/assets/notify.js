"use strict";
// A notification of the browser for each decision that waits while nobody looks at the page, once in all tabs, closed when it is
// decided. Whoever wants them presses a button: nobody is asked by a page that loads.

const notify = (() => {
  const button = document.getElementById("notify");
  const shown = new Map(); // by what waits
  const able = () => "Notification" in window;
  const told = () => { try { return JSON.parse(localStorage.getItem("told") || "[]"); } catch (e) { return []; } };
  const device = () => { try { return localStorage.getItem("device"); } catch (e) { return null; } }; // it is told whether a page is open or not
  const keep = (refs) => { try { localStorage.setItem("told", JSON.stringify(refs.slice(-200))); } catch (e) { /* this tab alone knows */ } };

  function offer() { if (button) button.hidden = !able() || Notification.permission !== "default"; }
  button?.addEventListener("click", async () => {
    await Notification.requestPermission();
    offer();
  });
  offer();

  // waits is called with the links to what waits, as they are listed now.
  function waits(links) {
    const open = links.map((a) => a.dataset.ref);
    for (const [ref, one] of shown) {
      if (open.includes(ref)) continue;
      one.close();
      shown.delete(ref);
    }
    const known = told();
    const fresh = links.filter((a) => !known.includes(a.dataset.ref));
    if (!fresh.length) return;
    keep([...known, ...fresh.map((a) => a.dataset.ref)]);
    if (!able() || Notification.permission !== "granted" || !document.hidden || device()) return; // who looks has seen it
    for (const a of fresh) {
      try {
        const one = new Notification(say("AISTEAM needs you"), { body: a.textContent.trim(), tag: a.dataset.ref });
        one.onclick = () => { window.focus(); location.href = a.href; one.close(); };
        shown.set(a.dataset.ref, one);
      } catch (e) { /* a browser that shows them by another way only */ }
    }
  }
  return { waits, offer };
})();
