// Where decks are on the page: a line for each player while decks can be declared, and the sheet that
// takes one.
import { html, nothing, type TemplateResult } from "lit";
import type { MusterTable } from "./app";
import "./deck";
import type { DeckReport } from "./deck";
import { shape } from "./shape";

/** decksPanel lists the players' decks before the game and in round 1; later they stay as they are. */
export function decksPanel(app: MusterTable): TemplateResult | typeof nothing {
  const v = app.view;
  const early = v.phase === "setup" || (v.phase === "playing" && v.round === 1 && !v.ended);
  const players = v.players.filter((p) => !p.out);
  if (!app.mayRecord || !early || players.length === 0) return nothing;
  return html`<section class="panel decks">
    <h2>Decks</h2>
    <ul class="lines">
      ${players.map(
        (p) => html`<li>
          <div><span>${p.name}</span><small>${p.deck ? html`${shape("done")} ${p.deck}` : "no deck declared"}</small></div>
          <button type="button" class="small" data-deck=${p.player} aria-label="Deck of ${p.name}" @click=${() => (app.sheet = { kind: "deck", player: p.player })}>Deck</button>
        </li>`,
      )}
    </ul>
  </section>`;
}

/** deckSheet is what lies over the page while a deck is chosen. */
export function deckSheet(app: MusterTable, player: string, close: () => void): TemplateResult {
  const v = app.view;
  const name = v.players.find((p) => p.player === player)?.name ?? player;
  const taken = (e: CustomEvent<DeckReport>) => {
    app.said = `Recorded: ${name} plays ${e.detail.name || "the deck"}`;
    close();
  };
  return html`<div class="inside">
    <div class="head">
      <h2 id="sheet-title">Deck of ${name}</h2>
      <button type="button" class="small" data-close @click=${close}>Close</button>
    </div>
    <muster-deck
      .post=${`/api/v1/gatherings/${v.gathering}/groups/${v.group}/tables/${v.table}/decks`}
      .player=${player}
      .live=${app.live && app.waiting.length === 0}
      .why=${app.live ? "Entries of this phone are still on their way. Decks are checked once they have arrived." : "This phone is offline. Decks are read and checked by the server, so they wait until it is heard again; everything else can go on."}
      @taken=${taken}
    ></muster-deck>
  </div>`;
}
