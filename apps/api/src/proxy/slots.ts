/** Limits of concurrent requests, in total and per client. */
export interface ClientLimits {
  readonly total: number;
  readonly perClient: number;
}

export interface ClientLimiter {
  /** Acquires a slot and returns its release; undefined if none is free. */
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
