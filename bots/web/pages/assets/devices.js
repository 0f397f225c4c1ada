"use strict";
// Lets this browser be told what waits while no page is open: whoever wants that presses the button. The browser's push service gives an
// address for it, which the panel keeps.

(() => {
  const form = document.getElementById("device");
  if (!form) return;
  const said = form.querySelector("[data-said]"), add = form.querySelector("[data-add]"), button = form.querySelector("button");
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  const mine = () => { try { return localStorage.getItem("device") || ""; } catch (e) { return ""; } };
  const keep = (id) => { try { id ? localStorage.setItem("device", id) : localStorage.removeItem("device"); } catch (e) { /* it is found again by its address */ } };
  const told = (words) => { said.textContent = words; };
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const letters = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

  const here = mine() && document.getElementById("reach-" + mine());
  if (here) {
    here.querySelector("[data-here]").hidden = false;
    add.hidden = true;
    here.querySelector("form").addEventListener("submit", () => {
      keep("");
      navigator.serviceWorker?.getRegistration("/").then((r) => r?.pushManager.getSubscription()).then((s) => s?.unsubscribe()).catch(() => {});
    });
    return;
  }
  keep("");
  if (!able) {
    button.disabled = true;
    told(say("This browser cannot be notified while the panel is closed. On a phone, add the panel to the home screen first."));
    return;
  }

  async function subscribe() {
    if (await Notification.requestPermission() !== "granted") return told(say("Your browser does not allow notifications from here. Allow them in its settings for this page, and try again."));
    await navigator.serviceWorker.register("/sw.js");
    const { pushManager } = await navigator.serviceWorker.ready;
    const key = bytes(form.dataset.key);
    const before = await pushManager.getSubscription();
    if (before && letters(before.options.applicationServerKey || new ArrayBuffer(0)) !== form.dataset.key) await before.unsubscribe();
    const got = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    form.elements.endpoint.value = got.endpoint;
    form.elements.p256dh.value = letters(got.getKey("p256dh"));
    form.elements.auth.value = letters(got.getKey("auth"));
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(answer.status);
    keep((await answer.json()).id);
    location.assign("/notifications?done=device");
  }

  form.addEventListener("submit", (e) => {
    e.preventDefault();
    button.disabled = true;
    subscribe().catch(() => told(say("This browser could not be set up. Check that it is online and try again."))).finally(() => { button.disabled = false; });
  });
})();
