// A form that says so goes on by itself: the next part of a long import. Without script its button does.
export function goOn(): void {
  document.querySelector<HTMLFormElement>("form[data-go-on]")?.requestSubmit();
}
