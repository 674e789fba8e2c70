// One tab sends at a time. Web Locks settle that where the browser offers them (secure origins);
// elsewhere a lease in the database does, which a tab that died loses after LEASE_MS.
import type { Vault } from "./vault";

const LEASE_MS = 20_000; // more than the 8 s that one request may take, twice

/** Turn gives the right to send for one group. */
export class Turn {
  private readonly me = Math.random().toString(36).slice(2);

  constructor(
    private readonly vault: Vault,
    private readonly name: string,
  ) {}

  /** take runs work if no other tab is sending; it returns false if one is. */
  async take(work: (renew: () => Promise<void>) => Promise<void>): Promise<boolean> {
    if (navigator.locks) {
      return navigator.locks.request(`muster ${this.name}`, { ifAvailable: true }, async (lock) => {
        if (lock) await work(async () => {});
        return lock !== null;
      });
    }
    if (!(await this.lease())) return false;
    try {
      await work(async () => void (await this.lease()));
    } finally {
      await this.giveBack();
    }
    return true;
  }

  private async lease(): Promise<boolean> {
    const tx = this.vault.transaction("leases", "readwrite");
    const now = Date.now();
    const held = await tx.store.get(this.name);
    // A lease that ends too far ahead was written before the device's clock was put back.
    const free = !held || held.holder === this.me || held.until < now || held.until > now + LEASE_MS;
    if (free) await tx.store.put({ holder: this.me, until: now + LEASE_MS }, this.name);
    await tx.done;
    return free;
  }

  private async giveBack(): Promise<void> {
    const tx = this.vault.transaction("leases", "readwrite");
    const held = await tx.store.get(this.name);
    if (held?.holder === this.me) await tx.store.delete(this.name);
    await tx.done;
  }
}
