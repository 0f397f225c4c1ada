"use strict";
// Lets a passkey be made, or used to sign in: the panel says what it is to sign, the device signs, and the form brings it back.

(() => {
  const form = document.getElementById("passkey");
  if (!form) return;
  const adds = form.dataset.passkey === "add", button = form.querySelector("button"), said = form.querySelector("[data-said]");
  const able = window.PublicKeyCredential && PublicKeyCredential.parseCreationOptionsFromJSON && PublicKeyCredential.parseRequestOptionsFromJSON;
  if (!able) {
    button.disabled = true;
    said.textContent = say("This browser has no passkeys.");
    return;
  }

  async function signed() {
    const answer = await fetch(form.action + "/begin", { method: "POST", headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(answer.status);
    const { options, secret } = await answer.json();
    const credential = adds
      ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
      : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
    form.elements.secret.value = secret;
    form.elements.response.value = JSON.stringify(credential.toJSON());
    form.submit();
  }

  form.addEventListener("submit", (e) => {
    e.preventDefault();
    button.disabled = true;
    said.textContent = "";
    signed().catch((err) => {
      said.textContent = err.name === "InvalidStateError" ? say("This device has a passkey of yours already.")
        : err.name === "NotAllowedError" ? say("Nothing was signed. Try again when you like.") : say("That did not work. Check that you are online and try again.");
    }).finally(() => { button.disabled = false; });
  });
})();
