// The browser's database behind the outbox. It belongs to the origin: all tables, groups and tabs
// of this browser share it.
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { Entry } from "./entry";
import type { View } from "./view";

interface Schema extends DBSchema {
  entries: { key: number; value: Entry; indexes: { topic: string } };
  counters: { key: string; value: number }; // "<gathering>/<group>|<device>" → last n that the server has
  leases: { key: string; value: Lease };
  views: { key: string; value: { view: View; at: number } }; // topic → the last state seen
  cards: { key: string; value: string[] }; // scenario → names, last used first
}

/** Lease says which tab sends, where the browser has no locks (plain HTTP). */
export interface Lease {
  holder: string;
  until: number; // ms since 1970
}

export type Vault = IDBPDatabase<Schema>;

/** openVault opens the database, making it on the first visit. */
export function openVault(): Promise<Vault> {
  return openDB<Schema>("muster", 1, {
    upgrade(db) {
      const entries = db.createObjectStore("entries", { keyPath: "seq", autoIncrement: true });
      entries.createIndex("topic", "topic");
      db.createObjectStore("counters");
      db.createObjectStore("leases");
      db.createObjectStore("views");
      db.createObjectStore("cards");
    },
  });
}
