import type { StoreApi } from 'zustand/vanilla';

import type { CastDoor, CastReports } from '../engine/cast/session.ts';
import type { CreateEngine } from '../engine/engine.ts';
import type { CastState, PlayerState } from '../state/state.ts';

export interface CastingOptions {
  /** Goes on with what this site already plays on a television, without being asked. */
  readonly joins: boolean;
  readonly open?: OpenCasting;
}

type OpenCasting = (reports: CastReports) => Promise<CastDoor>;

/** The film on a television, as long as somebody wants it there. */
export interface Casting {
  /** The first time it fetches what is needed; then the person chooses a television, or takes the film back. */
  readonly toggle: () => Promise<void>;
  /** From here on there is a button for it, where the browser can cast. */
  readonly offer: (page: Document) => void;
  readonly stop: () => void;
}

interface Stage {
  readonly switchEngine: (create: CreateEngine) => void;
  /** The engine of this page. */
  readonly createLocal: CreateEngine;
  readonly setVolume: (volume: number) => void;
}

const openBySdk: OpenCasting = async (reports) => {
  const { openCasting } = await import('../engine/cast/session.ts');
  return openCasting(document, reports);
};

/** Only where a page may look for screens at all: some browsers, and never over plain http. */
const canCast = ({ defaultView }: Document) =>
  defaultView !== null && 'PresentationRequest' in defaultView;

export function createCasting(
  store: StoreApi<PlayerState>,
  stage: Stage,
  options: CastingOptions | undefined,
): Casting {
  let isStopped = false;

  const now = () => store.getState().cast;
  const set = (patch: Partial<CastState>) => {
    if (!isStopped) store.setState({ cast: { ...now(), ...patch } });
  };

  const moves = moving(store, stage, set);
  const door = openedOnce(() => (options?.open ?? openBySdk)(moves));

  async function connect(): Promise<void> {
    set({ at: 'opening', trouble: null });
    const found = await door.open().catch(() => undefined);
    if (!found) return set({ at: 'idle', trouble: 'unreachable' });
    if (isStopped || now().at === 'connected') return;
    const refusal = await found.request().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (now().at === 'connected') return;
    // Who closes the list of televisions has said enough.
    const isTrouble = refusal !== undefined && refusal !== 'cancel';
    set({ at: 'idle', trouble: isTrouble ? 'noDevice' : null });
  }

  return {
    toggle: async () => {
      if (now().at === 'idle') return connect();
      if (now().at === 'opening') return;
      // Taken back first: a television that ends says so with a film at its beginning.
      moves.disconnected();
      (await door.open()).end();
    },
    offer: (page) => {
      if (!options || !canCast(page)) return;
      set({ isOffered: true });
      // Nobody has asked for anything yet: what fails now is not worth a word.
      if (options.joins) door.open().catch(() => undefined);
    },
    stop: () => {
      isStopped = true;
      door.close();
    },
  };
}

/** From this screen to another and back: the film goes on at its second. */
function moving(
  store: StoreApi<PlayerState>,
  { switchEngine, createLocal, setVolume }: Stage,
  set: (patch: Partial<CastState>) => void,
): CastReports {
  /** How loud it was here: a television has a loudness of its own. */
  let volumeHere = 1;
  return {
    connected: (create, device) => {
      const { media } = store.getState();
      volumeHere = media.muted ? 0 : media.volume;
      set({ at: 'connected', device, trouble: null });
      switchEngine(create);
    },
    disconnected: () => {
      if (store.getState().cast.at !== 'connected') return;
      set({ at: 'idle', device: null });
      switchEngine(createLocal);
      setVolume(volumeHere);
    },
  };
}

/** A door that could not be opened is tried again by the next one who comes. */
function openedOnce(open: () => Promise<CastDoor>) {
  let opening: Promise<CastDoor> | undefined;
  return {
    open: async () => {
      opening ??= open();
      try {
        return await opening;
      } catch (error) {
        opening = undefined;
        throw error;
      }
    },
    close: () => {
      opening?.then(
        (door) => door.stop(),
        () => undefined,
      );
    },
  };
}
