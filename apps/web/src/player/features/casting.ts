import type { StoreApi } from 'zustand/vanilla';

import type { CastConnection, CastReports } from '../engine/cast/session.ts';
import type { CreateEngine } from '../engine/engine.ts';
import type { PlaybackState } from './playback.ts';

interface CastState {
  /** This browser can cast, and the operator allows it. */
  readonly isOffered: boolean;
  readonly at: 'idle' | 'opening' | 'connected';
  /** The name of the television. */
  readonly device: string | null;
  readonly error: 'unreachable' | 'noDevice' | null;
}

export interface CastSlice extends PlaybackState {
  readonly cast: CastState;
}

export const initialCast: CastState = { isOffered: false, at: 'idle', device: null, error: null };

export interface CastingOptions {
  /** Resumes a session of this site that already plays on a television. */
  readonly joins: boolean;
  readonly open?: OpenSession;
}

type OpenSession = (reports: CastReports) => Promise<CastConnection>;

export interface Casting {
  /** Connects to a television that the viewer chooses, or disconnects. The first call loads the SDK. */
  readonly toggle: () => Promise<void>;
  /** Offers the button if the browser can cast. */
  readonly offer: (page: Document) => void;
  readonly stop: () => void;
}

interface LocalPlayback {
  readonly switchEngine: (create: CreateEngine) => void;
  /** The engine of this page. */
  readonly createLocal: CreateEngine;
  readonly setVolume: (volume: number) => void;
}

const openBySdk: OpenSession = async (reports) => {
  const { openCastSession } = await import('../engine/cast/session.ts');
  return openCastSession(document, reports);
};

/** Only some browsers can cast, and none over plain HTTP. */
const canCast = ({ defaultView }: Document) =>
  defaultView !== null && 'PresentationRequest' in defaultView;

export function createCasting(
  store: StoreApi<CastSlice>,
  local: LocalPlayback,
  options: CastingOptions | undefined,
): Casting {
  let isStopped = false;

  const now = () => store.getState().cast;
  const set = (patch: Partial<CastState>) => {
    if (!isStopped) store.setState({ cast: { ...now(), ...patch } });
  };

  const handover = createHandover(store, local, set);
  const connection = connectOnce(() => (options?.open ?? openBySdk)(handover));

  async function connect(): Promise<void> {
    set({ at: 'opening', error: null });
    const found = await connection.open().catch(() => undefined);
    if (!found) return set({ at: 'idle', error: 'unreachable' });
    if (isStopped || now().at === 'connected') return;
    const reason = await found.request().then(
      () => undefined,
      (error: unknown) => error,
    );
    if (now().at === 'connected') return;
    // Closing the list of televisions is not an error.
    const hasFailed = reason !== undefined && reason !== 'cancel';
    set({ at: 'idle', error: hasFailed ? 'noDevice' : null });
  }

  return {
    toggle: async () => {
      if (now().at === 'idle') return connect();
      if (now().at === 'opening') return;
      // Switches engines first: a television that ends reports a time of zero.
      handover.disconnected();
      (await connection.open()).end();
    },
    offer: (page) => {
      if (!options || !canCast(page)) return;
      set({ isOffered: true });
      // Hides a failure, because the viewer has not asked to cast.
      if (options.joins) connection.open().catch(() => undefined);
    },
    stop: () => {
      isStopped = true;
      connection.close();
    },
  };
}

/** Moves playback between this page and a television, at the same second. */
function createHandover(
  store: StoreApi<CastSlice>,
  { switchEngine, createLocal, setVolume }: LocalPlayback,
  set: (patch: Partial<CastState>) => void,
): CastReports {
  /** The volume to restore after casting: a television has its own volume. */
  let localVolume = 1;
  return {
    connected: (create, device) => {
      const { media } = store.getState();
      localVolume = media.muted ? 0 : media.volume;
      set({ at: 'connected', device, error: null });
      switchEngine(create);
    },
    disconnected: () => {
      if (store.getState().cast.at !== 'connected') return;
      set({ at: 'idle', device: null });
      switchEngine(createLocal);
      setVolume(localVolume);
    },
  };
}

/** Opens the connection once, and again after a failure. */
function connectOnce(open: () => Promise<CastConnection>) {
  let opening: Promise<CastConnection> | undefined;
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
        (connection) => connection.stop(),
        () => undefined,
      );
    },
  };
}
