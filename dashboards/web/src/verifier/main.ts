// The worker of the page that checks bundles: it loads `muster verify`, built for WebAssembly, and runs it once
// for every file that the page hands over. A run has its own memory, which is given back when it ends.
// Only this script may run WebAssembly (WorkerPolicy in dashboards/verifypage).
import type { Asked, Said } from "./messages";

interface Program {
  importObject: WebAssembly.Imports;
  exit: (code: number) => void;
  run(instance: WebAssembly.Instance): Promise<void>;
}

const scope = self as unknown as DedicatedWorkerGlobalScope & {
  Go: new () => Program;
  fs: { writeSync(fd: number, bytes: Uint8Array): number };
  musterJob?: { file: File; phones: File[]; asked: string };
  musterTell?: (told: string) => void;
};

const KEPT = 2000; // characters of what the program says when it dies

let printed = "";

function say(m: Said): void {
  scope.postMessage(m);
}

scope.importScripts("wasm_exec.js");
scope.fs.writeSync = (_fd, bytes) => {
  printed = (printed + new TextDecoder().decode(bytes)).slice(0, KEPT);
  return bytes.length;
};

const program = WebAssembly.compileStreaming(fetch("verifier.wasm"));
program.then(
  () => say({ kind: "ready" }),
  (err: unknown) => say({ kind: "broken", says: String(err) }),
);

scope.addEventListener("message", (e: MessageEvent<Asked>) => void check(e.data));

async function check({ file, phones, flags }: Asked): Promise<void> {
  let ended = false;
  printed = "";
  scope.musterJob = { file, phones, asked: JSON.stringify(flags) };
  scope.musterTell = (told) => {
    const t = JSON.parse(told) as Said & { progress?: object };
    ended ||= !t.progress;
    say({ ...t, kind: "told" } as Said);
  };
  try {
    const go = new scope.Go();
    go.exit = () => undefined;
    await go.run(await WebAssembly.instantiate(await program, go.importObject));
  } catch (err) {
    printed ||= String(err);
  }
  if (!ended) say({ kind: "died", says: printed.split("\n").find((l) => l.trim()) ?? "it ended without a word" });
}
