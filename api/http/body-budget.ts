import { ApiError } from '../errors.ts';

/** The rest of a dropped body isn't read. */
const OPTIONS = { headers: { 'Retry-After': '5', Connection: 'close' } };

interface Entry {
  address: string;
  bytes: number;
  /** Called with the refusal when other requests need this body's memory. */
  drop(refusal: ApiError): void;
}

/**
 * Limits the memory of arriving bodies, per client address and in total. Bytes count when they
 * arrive: a body that only announces its length takes nothing. Above a limit, the largest body is
 * dropped (429 for an address, 503 in total), not the newest: attackers who fill the budget lose
 * their own bodies, and the few hundred bytes of a sign-in always get through.
 */
export function createBodyBudget({ perAddress, total }: { perAddress: number; total: number }) {
  const entries = new Set<Entry>();
  const byAddress = new Map<string, number>();
  let taken = 0;

  function count(address: string, bytes: number): void {
    taken += bytes;
    const sum = (byAddress.get(address) ?? 0) + bytes;
    if (sum === 0) byAddress.delete(address);
    else byAddress.set(address, sum);
  }

  function close(entry: Entry): void {
    if (entries.delete(entry)) count(entry.address, -entry.bytes);
  }

  function dropLargest(among: (entry: Entry) => boolean, refusal: ApiError): void {
    let largest: Entry | undefined;
    for (const entry of entries) {
      if (among(entry) && entry.bytes > (largest?.bytes ?? 0)) largest = entry;
    }
    if (!largest) return;
    close(largest);
    largest.drop(refusal);
  }

  function grow(entry: Entry, bytes: number): void {
    if (!entries.has(entry)) return;
    entry.bytes += bytes;
    count(entry.address, bytes);
    if ((byAddress.get(entry.address) ?? 0) > perAddress) {
      const message = 'Too much data is arriving from your network. Please try again in a moment.';
      const refusal = new ApiError(429, message, OPTIONS);
      dropLargest(({ address }) => address === entry.address, refusal);
    }
    if (taken > total) {
      const message =
        'The server is receiving too much data right now. Please try again in a moment.';
      dropLargest(() => true, new ApiError(503, message, OPTIONS));
    }
  }

  return {
    open(address: string, drop: Entry['drop']) {
      const entry = { address, bytes: 0, drop };
      entries.add(entry);
      return {
        /** Adds to the memory in use. May drop this body or another one. */
        grow: (bytes: number) => grow(entry, bytes),
        /** Call when the body is complete or aborted. */
        close: () => close(entry),
      };
    },
  };
}
