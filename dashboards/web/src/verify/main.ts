// The page on which a bundle is checked: takes a file, hands it to the worker, shows how far it is and what it
// found. Nothing is asked of the server once the worker is there.
import { render } from "lit";
import type { Asked, Progress, Said } from "../verifier/messages";
import { contradicted, died, proven, unreadable } from "./result";

export interface Shell {
  files: string; // path of the worker
  replays: Record<string, string[]>; // groups of this server, by gathering
}

const SHOWN_MS = 100; // the progress is not written more often

function byId<E extends HTMLElement>(id: string): E {
  return document.getElementById(id) as E;
}

const form = byId<HTMLFormElement>("verify");
const state = byId("state");
const bar = byId<HTMLProgressElement>("progress");
const result = byId("result");
const stop = byId<HTMLButtonElement>("stop");
const button = byId<HTMLButtonElement>("check");
const shell = JSON.parse(byId("muster-shell").textContent ?? "{}") as Shell;

let worker: Worker | undefined;
let file: File | undefined;
let checking = false;
let shownAt = 0;

/** load starts a worker; one that was stopped is gone for good. */
function load(): void {
  if (location.protocol === "file:") {
    state.textContent = "A saved copy of this page cannot check anything: open the page on the server, or use muster verify.";
    button.disabled = true;
    return;
  }
  worker = new Worker(shell.files + "worker.js");
  worker.addEventListener("message", (e: MessageEvent<Said>) => heard(e.data));
  worker.addEventListener("error", (e) => {
    e.preventDefault();
    heard(checking ? { kind: "died", says: e.message || "the browser has ended it" } : { kind: "broken", says: e.message || "it could not be loaded" });
  });
}

function heard(m: Said): void {
  switch (m.kind) {
    case "ready":
      if (!checking) state.textContent = `The verifier is ready (${megabytes(Number(form.dataset["size"]))}). From here on this page works without a network.`;
      return;
    case "broken":
      end();
      state.textContent = `The verifier could not be loaded: ${m.says}. Load the page again; muster verify does the same without a browser.`;
      worker?.terminate();
      worker = undefined;
      return;
    case "died":
      end();
      state.textContent = "The check has died.";
      show(died(m.says));
      again();
      return;
    case "told":
      if (!checking) return;
      if (m.progress) return progress(m.progress);
      end();
      state.textContent = `${file?.name} was checked.`;
      if (m.unreadable !== undefined) show(unreadable(m.unreadable));
      else if (m.outcome) show(m.outcome.proven ? proven(m.outcome) : contradicted(m.outcome, shell.replays));
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function progress(p: Progress): void {
  const now = performance.now();
  if (p.done > 0 && p.done < p.of && now - shownAt < SHOWN_MS) return;
  shownAt = now;
  const count = (n: number) => n.toLocaleString("en");
  if (p.step === "open" || p.of === 0) {
    state.textContent = `${file?.name} is being opened, and its bytes are compared with its own digest.`;
    bar.removeAttribute("value");
    return;
  }
  const read = p.step === "read";
  state.textContent = read ? `${count(p.done)} of ${count(p.of)} entries are read and compared with the signed tree.` : `${count(p.done)} of ${count(p.of)} entries are decided again.`;
  bar.value = ((read ? 0 : p.of) + p.done) / (2 * p.of) * 100; // reading and deciding are half each
}

function lines(id: string): string[] {
  return byId<HTMLTextAreaElement>(id).value.split("\n").map((s) => s.trim()).filter(Boolean);
}

function check(): void {
  if (!file || checking) return;
  if (!worker) load();
  if (!worker) return;
  checking = true;
  button.disabled = true;
  stop.hidden = bar.hidden = false;
  result.hidden = true;
  render(null, result);
  progress({ step: "open", done: 0, of: 0 });
  const flags = { checkpoints: lines("checkpoints"), key: byId<HTMLInputElement>("key").value.trim(), witnesses: lines("witnesses"), need: Number(byId<HTMLInputElement>("need").value) };
  worker.postMessage({ file, phones: [...(byId<HTMLInputElement>("phones").files ?? [])], flags } satisfies Asked);
}

function end(): void {
  checking = false;
  button.disabled = !file;
  stop.hidden = bar.hidden = true;
}

/** again replaces the worker. */
function again(): void {
  worker?.terminate();
  load();
}

function show(what: unknown): void {
  render(what, result);
  result.hidden = false;
  result.focus();
}

function take(list: FileList | null | undefined): void {
  if (!list?.length || checking) return;
  file = list[0];
  check();
}

byId("file").addEventListener("change", (e) => take((e.target as HTMLInputElement).files));
form.addEventListener("submit", (e) => {
  e.preventDefault();
  check();
});
stop.addEventListener("click", () => {
  if (!checking) return;
  end();
  state.textContent = "Stopped. Nothing is known about the file.";
  again();
  button.focus();
});
// A file may be dropped anywhere: beside the box, a browser would leave the page for it.
window.addEventListener("dragover", (e) => {
  e.preventDefault();
  byId("drop").classList.add("over");
});
window.addEventListener("dragleave", (e) => {
  if (!e.relatedTarget) byId("drop").classList.remove("over");
});
window.addEventListener("drop", (e) => {
  e.preventDefault();
  byId("drop").classList.remove("over");
  take(e.dataTransfer?.files);
});
load();
