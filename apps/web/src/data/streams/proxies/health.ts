/** Which of several equal servers did not answer lately: those are tried last. */
export interface Health {
  readonly failed: (server: string) => void;
  readonly works: (server: string) => void;
  readonly healthyFirst: (servers: readonly string[]) => string[];
}

const AVOIDED_MS = 60_000;

export function createHealth(now: () => number): Health {
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
