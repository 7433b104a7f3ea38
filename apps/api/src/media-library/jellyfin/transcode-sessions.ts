// Stops transcoding when a viewer leaves. A media server itself notices that only minutes later.
import {
  addressOn,
  credentials,
  type MediaServer,
} from '@matinee/sources/sources/jellyfin/media-server';
import type { Fetcher } from '@matinee/sources/source';
import type { StreamObserver } from '#stream-relay/stream-source.ts';

export interface TranscodeSessions {
  readonly observer: StreamObserver;
  /** Ends all sessions. Resolves when the server has received the requests. */
  readonly stop: () => Promise<void>;
}

export interface TranscodeSessionsOptions {
  readonly server: MediaServer;
  readonly fetch: Fetcher;
  readonly log: (message: string) => void;
}

const STOP_MS = 3_000;
/** Requests for segments start transcoding. Requests for playlists don't. */
const SEGMENT = /\/videos\/[^/]+\/hls\d*\//i;

export function createTranscodeSessions({
  server,
  fetch,
  log,
}: TranscodeSessionsOptions): TranscodeSessions {
  const bySession = new Map<string, Map<string, TranscodeSession>>();

  async function end({ deviceId, playSessionId }: TranscodeSession): Promise<void> {
    try {
      await fetch(`${server.base}/Videos/ActiveEncodings`, {
        method: 'DELETE',
        query: { deviceId, playSessionId },
        headers: { ...credentials(server) },
        timeoutMs: STOP_MS,
        signal: new AbortController().signal,
      });
    } catch {
      log("couldn't tell the media server that a viewer left");
    }
  }

  async function endSession(session: string): Promise<void> {
    const transcodes = bySession.get(session);
    bySession.delete(session);
    await Promise.all([...(transcodes?.values() ?? [])].map(end));
  }

  return {
    observer: {
      reads: (session, url) => {
        const transcode = transcodeSessionOf(server, url);
        if (!transcode) return;
        const known = bySession.get(session) ?? new Map<string, TranscodeSession>();
        bySession.set(session, known.set(transcode.playSessionId, transcode));
      },
      left: (session) => void endSession(session),
    },
    stop: async () => {
      await Promise.all([...bySession.keys()].map(endSession));
    },
  };
}

interface TranscodeSession {
  readonly deviceId: string;
  readonly playSessionId: string;
}

function transcodeSessionOf(server: MediaServer, address: string): TranscodeSession | undefined {
  const url = SEGMENT.test(address) ? URL.parse(addressOn(server, address) ?? '') : null;
  if (!url) return undefined;
  const query = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  const [deviceId, playSessionId] = [query.get('deviceid'), query.get('playsessionid')];
  return deviceId && playSessionId ? { deviceId, playSessionId } : undefined;
}
