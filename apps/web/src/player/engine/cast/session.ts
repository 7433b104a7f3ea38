import { castEngine } from './cast.ts';
import { loadCastSdk } from './sdk.ts';
import type { CastSession } from './sdk.ts';
import type { CreateEngine } from '../engine.ts';

export interface CastReports {
  readonly connected: (create: CreateEngine, device: string) => void;
  readonly disconnected: () => void;
}

export interface CastConnection {
  /** Lets the person choose a television. */
  readonly request: () => Promise<void>;
  readonly end: () => void;
  readonly stop: () => void;
}

/** Joins what this site already plays on a television, and follows what becomes of it. */
export async function openCastSession(
  page: Document,
  reports: CastReports,
): Promise<CastConnection> {
  const sdk = await loadCastSdk(page);
  const context = sdk.framework.CastContext.getInstance();
  let current: CastSession | null = null;

  function look() {
    const state = context.getCastState();
    const session = state === 'CONNECTED' ? context.getCurrentSession() : null;
    if (session === current) return;
    current = session;
    if (!session) return reports.disconnected();
    const remote = { sdk, session, title: () => page.title };
    reports.connected(
      (_video, told) => castEngine(remote, told),
      session.getCastDevice().friendlyName,
    );
  }

  context.setOptions({
    receiverApplicationId: sdk.media.DEFAULT_MEDIA_RECEIVER_APP_ID,
    autoJoinPolicy: 'origin_scoped',
  });
  context.addEventListener('caststatechanged', look);
  context.addEventListener('sessionstatechanged', look);
  look();

  return {
    request: async () => {
      await context.requestSession();
      look();
    },
    end: () => {
      context.endCurrentSession(true);
      look();
    },
    stop: () => {
      context.removeEventListener('caststatechanged', look);
      context.removeEventListener('sessionstatechanged', look);
    },
  };
}
