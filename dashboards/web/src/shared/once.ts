// A form is sent once: its button is off while it is on its way. The server counts a form sent
// twice once anyway; this saves people the doubt.
export function once(): void {
  document.addEventListener("submit", (e) => {
    const form = e.target as HTMLFormElement;
    if (form.method !== "post") return;
    if (form.dataset.sent) {
      e.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
    form.classList.add("sent");
  });
  // the page comes back from the browser's memory: the form may be sent again
  window.addEventListener("pageshow", () => {
    for (const f of document.querySelectorAll<HTMLFormElement>("form[data-sent]")) {
      delete f.dataset.sent;
      f.classList.remove("sent");
    }
  });
}
