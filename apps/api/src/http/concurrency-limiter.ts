// Limits concurrent transfers. A slow transfer, for example of a paused player, runs until another client needs its
// slot. Players fetch the rest with a range request.
import type { Caller } from './caller-address.ts';

/** The client that requests a slot. */
export interface SlotClient extends Caller {
  readonly isSignedIn: boolean;
}

export interface Transfer extends SlotClient {
  /** Returns a number that increases by the bytes sent. */
  readonly bytesSent: () => number;
  /** Called when the slot goes to another transfer. */
  readonly end: () => void;
  /**
   * Returns whether the transfer sends nothing and no request waits for it. The same address may then reuse the slot
   * immediately.
   */
  readonly isIdle?: () => boolean;
}

export interface ConcurrencyLimits {
  readonly total: number;
  /** Unset: the limit of the address's network. */
  readonly perAddress?: number;
}

export interface ConcurrencyLimiter {
  /** Acquires a slot, and returns a function that releases it. Undefined if none is free. */
  readonly acquire: (transfer: Transfer) => (() => void) | undefined;
}

/** A transfer is slow if its average over the last 30 s is lower, and it has run for 20 s. */
const MIN_BYTES_PER_SECOND = 16 * 1024;
const GRACE_MS = 20_000;
const SAMPLE_EVERY_MS = 10_000;
const MAX_SAMPLES = 3;
/** The share of slots that is reserved for signed-in viewers. */
const RESERVED = 1 / 4;

interface Running {
  readonly transfer: Transfer;
  readonly startedAt: number;
  /** The latest samples, oldest first. */
  readonly samples: { readonly at: number; readonly bytes: number }[];
}

/** `now`: milliseconds. */
export function createConcurrencyLimiter(
  limits: ConcurrencyLimits,
  now: () => number,
): ConcurrencyLimiter {
  // Use an array. A changing Set leaves tables behind that keep requests in memory until a full garbage collection.
  // That halves the proxy's requests per second (`npm run bench:proxy`).
  const running: Running[] = [];
  const shares = createShares(limits);
  let timer: NodeJS.Timeout | undefined;

  function sample(): void {
    if (running.length === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    for (const { samples, transfer } of running) {
      samples.push({ at: now(), bytes: transfer.bytesSent() });
      if (samples.length > MAX_SAMPLES) samples.shift();
    }
  }

  /** Finds a slot to replace: an idle one of the same address, or else the slow transfer that has run longest. */
  function findReplaceable(client: SlotClient): Running | undefined {
    const useful = running.filter(({ transfer }) => shares.canReplace(client, transfer));
    const abandoned = useful.find(
      ({ transfer: { address, isIdle } }) => address === client.address && isIdle?.() === true,
    );
    return abandoned ?? useful.find((one) => isSlow(one, now()));
  }

  function release(one: Running): void {
    const index = running.indexOf(one);
    if (index === -1) return;
    running.splice(index, 1);
    shares.count(one.transfer, -1);
  }

  return {
    acquire(transfer) {
      if (!shares.hasFreeSlot(transfer)) {
        const other = findReplaceable(transfer);
        if (!other) return undefined;
        release(other);
        other.transfer.end();
      }
      const startedAt = now();
      const samples = [{ at: startedAt, bytes: transfer.bytesSent() }];
      const one: Running = { transfer, startedAt, samples };
      running.push(one);
      shares.count(transfer, 1);
      timer ??= setInterval(sample, SAMPLE_EVERY_MS).unref();
      return () => release(one);
    },
  };
}

function isSlow({ transfer, startedAt, samples }: Running, time: number): boolean {
  const [oldest] = samples;
  if (!oldest || time - startedAt < GRACE_MS) return false;
  const seconds = (time - oldest.at) / 1000;
  return transfer.bytesSent() - oldest.bytes < MIN_BYTES_PER_SECOND * seconds;
}

/** Counts the slots of each address and network, and checks their limits. */
function createShares({ total, perAddress = total }: ConcurrencyLimits) {
  const byAddress = createCounter();
  const byNetwork = createCounter();
  const forAnonymous = total - Math.floor(total * RESERVED);
  let [all, anonymous] = [0, 0];

  const free = ({ isSignedIn }: SlotClient): number =>
    Math.min(total - all, isSignedIn ? total : forAnonymous - anonymous);

  return {
    count({ address, network, isSignedIn }: SlotClient, change: 1 | -1): void {
      byAddress.add(address, change);
      byNetwork.add(network, change);
      all += change;
      if (!isSignedIn) anonymous += change;
    },

    /**
     * A network may use fewer slots than remain free for others. One network thus never uses all.
     */
    hasFreeSlot: (client: SlotClient): boolean =>
      byAddress.of(client.address) < perAddress && byNetwork.of(client.network) < free(client),

    /**
     * Returns whether the client would be within its limits with that slot. Doesn't take it from a network with fewer.
     */
    canReplace(client: SlotClient, one: SlotClient): boolean {
      if (one.isSignedIn && !client.isSignedIn) return false;
      const isSameAddress = one.address === client.address;
      const isSameNetwork = one.network === client.network;
      const held = byNetwork.of(client.network);
      return (
        byAddress.of(client.address) - Number(isSameAddress) < perAddress &&
        held - Number(isSameNetwork) < free(client) + 1 &&
        (isSameNetwork || held < byNetwork.of(one.network))
      );
    },
  };
}

function createCounter() {
  const counts = new Map<string, number>();
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    add(key: string, change: 1 | -1): void {
      const count = (counts.get(key) ?? 0) + change;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
  };
}

/** Limits of concurrent requests, in total and per client. */
export interface ClientLimits {
  readonly total: number;
  readonly perClient: number;
}

export interface ClientLimiter {
  /** Acquires a slot, and returns a function that releases it. Undefined if none is free. */
  readonly acquire: (client: string) => (() => void) | undefined;
}

export function createClientLimiter({ total, perClient }: ClientLimits): ClientLimiter {
  const open = new Map<string, number>();
  let used = 0;

  return {
    acquire(client) {
      const held = open.get(client) ?? 0;
      if (used >= total || held >= perClient) return undefined;
      used += 1;
      open.set(client, held + 1);
      return () => {
        used -= 1;
        const left = (open.get(client) ?? 1) - 1;
        if (left > 0) open.set(client, left);
        else open.delete(client);
      };
    },
  };
}
