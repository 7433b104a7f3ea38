// Reports to a media server which item the owner plays, and the position. The server's dashboard shows them.
import {
  addressOn,
  sendToServer,
  type BoundFetch,
  type MediaServer,
} from '@matinee/sources/sources/jellyfin/media-server';
import { randomUUID } from 'node:crypto';
import type { StreamObserver } from '#stream-relay/stream-source.ts';
import { TICKS_A_SECOND } from './user-data.ts';

export interface ServerReports {
  readonly observer: StreamObserver;
  /** Reports the position if this item is played from the media server. */
  readonly report: (itemId: string, position: number) => Promise<void>;
  /** Reports the end of all playbacks. Resolves when the server has received the reports. */
  readonly stop: () => Promise<void>;
}

interface ServerReportsOptions {
  readonly server: MediaServer;
  readonly fetch: (signal: AbortSignal) => BoundFetch;
}

/** An item's file that a client is reading. */
interface Playback {
  readonly itemId: string;
  readonly mediaSourceId: string;
  readonly playSessionId: string;
  readonly method: 'DirectPlay' | 'Transcode';
}

interface ReportedPlayback {
  readonly playback: Playback;
  /** Seconds. Undefined before the first report. */
  readonly position: number | undefined;
}

const TIMEOUT_MS = 5_000;

export function createServerReports({ server, fetch }: ServerReportsOptions): ServerReports {
  const bySession = new Map<string, ReportedPlayback>();

  /** Ignores errors, because positions are stored without these reports. */
  async function send(path: string, body: object): Promise<void> {
    const request = fetch(AbortSignal.timeout(TIMEOUT_MS));
    await sendToServer(request, server, path, { body, timeoutMs: TIMEOUT_MS }).catch(
      () => undefined,
    );
  }

  async function end(session: string): Promise<void> {
    const { playback, position } = bySession.get(session) ?? {};
    bySession.delete(session);
    if (!playback || position === undefined) return;
    await send('/Sessions/Playing/Stopped', { ...bodyOf(playback, position), Failed: false });
  }

  return {
    observer: {
      reads: (session, url) => {
        const playback = playbackOf(server, url);
        const before = bySession.get(session);
        if (!playback) return;
        const isSame = before?.playback.itemId === playback.itemId;
        const playSessionId =
          playback.playSessionId || (isSame ? before.playback.playSessionId : newId());
        bySession.set(session, {
          playback: { ...playback, playSessionId },
          position: isSame ? before.position : undefined,
        });
      },
      left: (session) => void end(session),
    },
    report: async (itemId, position) => {
      const found = [...bySession].findLast(([, { playback }]) => playback.itemId === itemId);
      if (!found) return;
      const [session, { playback, position: before }] = found;
      // A repeated attempt to store the same position.
      if (before === position) return;
      bySession.set(session, { playback, position });
      const body = { ...bodyOf(playback, position), ...STATE, PlayMethod: playback.method };
      if (before === undefined) await send('/Sessions/Playing', body);
      else await send('/Sessions/Playing/Progress', { ...body, EventName: 'timeupdate' });
    },
    stop: async () => {
      await Promise.all([...bySession.keys()].map(end));
    },
  };
}

const STATE = { CanSeek: true, IsPaused: false, IsMuted: false };

const bodyOf = ({ itemId, mediaSourceId, playSessionId }: Playback, position: number) => ({
  ItemId: itemId,
  MediaSourceId: mediaSourceId,
  PlaySessionId: playSessionId,
  PositionTicks: Math.round(position * TICKS_A_SECOND),
});

/** Creates an ID in the server's format. */
const newId = (): string => randomUUID().replaceAll('-', '');

const MEDIA = /\/videos\/([\w-]{1,64})\/(?:(stream)\.\w+$|hls\d*\/)/i;

/** URLs of files have no `PlaySessionId`. */
function playbackOf(server: MediaServer, address: string): Playback | undefined {
  const url = URL.parse(addressOn(server, address) ?? '');
  const [, itemId, file] = MEDIA.exec(url?.pathname ?? '') ?? [];
  if (!url || itemId === undefined) return undefined;
  const query = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  const mediaSourceId = query.get('mediasourceid');
  const playSessionId = query.get('playsessionid') ?? '';
  if (!mediaSourceId || (file === undefined && playSessionId === '')) return undefined;
  return {
    itemId,
    mediaSourceId,
    playSessionId,
    method: file === undefined ? 'Transcode' : 'DirectPlay',
  };
}
