/** How much may be open at once, for everybody and for one address. */
export interface SlotLimits {
  readonly total: number;
  readonly perClient: number;
}

export interface Slots {
  /** Takes a place and returns how to give it back, or nothing when there is none. */
  readonly take: (client: string) => (() => void) | undefined;
}

export function createSlots({ total, perClient }: SlotLimits): Slots {
  const open = new Map<string, number>();
  let taken = 0;

  return {
    take(client) {
      const mine = open.get(client) ?? 0;
      if (taken >= total || mine >= perClient) return undefined;
      taken += 1;
      open.set(client, mine + 1);
      return () => {
        taken -= 1;
        const left = (open.get(client) ?? 1) - 1;
        if (left > 0) open.set(client, left);
        else open.delete(client);
      };
    },
  };
}
