import { castEngine } from './cast.ts';
import { loadCastSdk } from './sdk.ts';
import type { CastSession } from './sdk.ts';
import type { CreateEngine } from '../engine.ts';

export interface CastReports {
  readonly connected: (create: CreateEngine, device: string) => void;
  readonly disconnected: () => void;
}

export interface CastConnection {
  /** Opens the browser's list of televisions. */
  readonly request: () => Promise<void>;
  readonly end: () => void;
  readonly stop: () => void;
}

/** Joins a session of this site that already plays on a television, and reports its changes. */
export async function openCastSession(
  page: Document,
  reports: CastReports,
): Promise<CastConnection> {
  const sdk = await loadCastSdk(page);
  const context = sdk.framework.CastContext.getInstance();
  let current: CastSession | null = null;

  function update() {
    const state = context.getCastState();
    const session = state === 'CONNECTED' ? context.getCurrentSession() : null;
    if (session === current) return;
    current = session;
    if (!session) return reports.disconnected();
    const remote = { sdk, session, title: () => page.title };
    reports.connected(
      (_video, engineReports) => castEngine(remote, engineReports),
      session.getCastDevice().friendlyName,
    );
  }

  context.setOptions({
    receiverApplicationId: sdk.media.DEFAULT_MEDIA_RECEIVER_APP_ID,
    autoJoinPolicy: 'origin_scoped',
  });
  context.addEventListener('caststatechanged', update);
  context.addEventListener('sessionstatechanged', update);
  update();

  return {
    request: async () => {
      await context.requestSession();
      update();
    },
    end: () => {
      context.endCurrentSession(true);
      update();
    },
    stop: () => {
      context.removeEventListener('caststatechanged', update);
      context.removeEventListener('sessionstatechanged', update);
    },
  };
}
