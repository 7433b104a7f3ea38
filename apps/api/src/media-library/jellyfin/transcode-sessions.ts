// A media server encodes for a viewer until it is told that they have left, or until it notices by itself, minutes later.
import {
  addressOn,
  credentials,
  type MediaServer,
} from '@matinee/sources/sources/jellyfin/media-server';
import type { Fetcher } from '@matinee/sources/source';
import type { PlaybackObserver } from '#stream-relay/stream-source.ts';

export interface Encodings {
  readonly audience: PlaybackObserver;
  /** Ends all of them; ready when the server has been told. */
  readonly stop: () => Promise<void>;
}

export interface EncodingsOptions {
  readonly server: MediaServer;
  readonly fetch: Fetcher;
  readonly log: (message: string) => void;
}

const STOP_MS = 3_000;
/** Segments are what it encodes; playlists it writes without. */
const SEGMENT = /\/videos\/[^/]+\/hls\d*\//i;

export function createEncodings({ server, fetch, log }: EncodingsOptions): Encodings {
  const bySession = new Map<string, Map<string, Encoding>>();

  async function end({ deviceId, playSessionId }: Encoding): Promise<void> {
    try {
      await fetch(`${server.base}/Videos/ActiveEncodings`, {
        method: 'DELETE',
        query: { deviceId, playSessionId },
        headers: { ...credentials(server) },
        timeoutMs: STOP_MS,
        signal: new AbortController().signal,
      });
    } catch {
      log('The media server could not be told that a viewer has left.');
    }
  }

  async function left(session: string): Promise<void> {
    const encodings = bySession.get(session);
    bySession.delete(session);
    await Promise.all([...(encodings?.values() ?? [])].map(end));
  }

  return {
    audience: {
      reads: (session, url) => {
        const encoding = encodingOf(server, url);
        if (!encoding) return;
        const known = bySession.get(session) ?? new Map<string, Encoding>();
        bySession.set(session, known.set(encoding.playSessionId, encoding));
      },
      left: (session) => void left(session),
    },
    stop: async () => {
      await Promise.all([...bySession.keys()].map(left));
    },
  };
}

interface Encoding {
  readonly deviceId: string;
  readonly playSessionId: string;
}

function encodingOf(server: MediaServer, address: string): Encoding | undefined {
  const url = SEGMENT.test(address) ? URL.parse(addressOn(server, address) ?? '') : null;
  if (!url) return undefined;
  const query = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  const [deviceId, playSessionId] = [query.get('deviceid'), query.get('playsessionid')];
  return deviceId && playSessionId ? { deviceId, playSessionId } : undefined;
}
