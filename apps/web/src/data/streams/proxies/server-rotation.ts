// Spreads requests over equal servers, and tries servers that failed recently last.

/** Tracks the health of equal servers. Servers that failed recently are tried last. */
export interface ServerHealth {
  readonly failed: (server: string) => void;
  readonly works: (server: string) => void;
  readonly healthyFirst: (servers: readonly string[]) => string[];
}

const AVOIDED_MS = 60_000;

export function createHealth(now: () => number): ServerHealth {
  const avoidedUntil = new Map<string, number>();
  return {
    failed: (server) => void avoidedUntil.set(server, now() + AVOIDED_MS),
    works: (server) => void avoidedUntil.delete(server),
    healthyFirst: (servers) => {
      const isHealthy = (server: string) => now() >= (avoidedUntil.get(server) ?? 0);
      return [...servers.filter(isHealthy), ...servers.filter((server) => !isHealthy(server))];
    },
  };
}

/** Round robin over equal servers, from a random start. `order` lists all of them, the next one first. */
export interface Rotation {
  readonly order: <T>(list: readonly T[]) => T[];
}

export function createRotation(random: () => number): Rotation {
  let last: number | undefined;
  return {
    order: (list) => {
      if (list.length === 0) return [];
      const isFresh = last === undefined || last >= list.length;
      last = isFresh ? Math.floor(random() * list.length) : ((last ?? 0) + 1) % list.length;
      return [...list.slice(last), ...list.slice(0, last)];
    },
  };
}
