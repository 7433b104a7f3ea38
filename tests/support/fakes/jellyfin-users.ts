// Users of a media server: the items that they have watched, and their reports of playback.
import { json, type FakeResponse } from './http.ts';
import { guid } from './jellyfin-items.ts';

export interface FakeUserData {
  PlaybackPositionTicks: number;
  PlayCount: number;
  Played: boolean;
  LastPlayedDate?: string;
}

export interface FakeReport {
  /** The last part of the path: Playing, Progress or Stopped. */
  readonly event: string;
  readonly ItemId: string;
  readonly MediaSourceId: string;
  readonly PlaySessionId: string;
  readonly PositionTicks: number;
  readonly PlayMethod?: string;
}

export interface FakeUsers {
  /** Oldest first. */
  readonly reports: readonly FakeReport[];
  /** The user's position in an item, and whether it was watched. */
  readonly watched: (itemId: string) => FakeUserData;
  /** The user watches on another device. */
  readonly watch: (itemId: string, data: Partial<FakeUserData>) => void;
  /** Undefined for other paths. */
  readonly respond: (request: UserRequest) => FakeResponse | undefined;
  /** Whether a list is one of this user. */
  readonly isUser: (id: string | undefined) => boolean;
}

interface UserRequest {
  readonly method: string;
  readonly path: string;
  readonly query: ReadonlyMap<string, string>;
  readonly body: string;
}

export const USER = { Id: guid(0x115e), Name: 'Alex' };
const OTHER = { Id: guid(0x2e50), Name: 'Kim' };
const NOT_FOUND: FakeResponse = { status: 404, body: 'Error processing request.' };
const BAD: FakeResponse = { status: 400, body: 'Error processing request.' };

export function createUsers(
  product: 'jellyfin' | 'emby',
  onStopped: (playSessionId: string) => void,
): FakeUsers {
  const data = new Map<string, FakeUserData>();
  const reports: FakeReport[] = [];

  const watched = (itemId: string): FakeUserData =>
    data.get(itemId) ?? { PlaybackPositionTicks: 0, PlayCount: 0, Played: false };

  function update(itemId: string, userId: string | undefined, body: string): FakeResponse {
    if (userId !== USER.Id) return NOT_FOUND;
    const sent: Partial<FakeUserData> = JSON.parse(body);
    if (product === 'jellyfin') {
      // Fields that are null or missing stay.
      data.set(itemId, { ...watched(itemId), ...sent });
      return json({ ...watched(itemId), Key: itemId, ItemId: itemId });
    }
    // Emby takes missing ones for false or 0, and ignores the date.
    const { PlaybackPositionTicks = 0, Played = false, PlayCount = 0 } = sent;
    data.set(itemId, { ...watched(itemId), PlaybackPositionTicks, Played, PlayCount });
    return { status: 204 };
  }

  function report(event: string, body: string): FakeResponse {
    const sent: Omit<FakeReport, 'event'> = JSON.parse(body);
    if (!sent.ItemId) return BAD;
    reports.push({ ...sent, event });
    if (event === 'Stopped' && sent.PlaySessionId) onStopped(sent.PlaySessionId);
    return { status: 204 };
  }

  function respond({ method, path, query, body }: UserRequest): FakeResponse | undefined {
    if (path === '/users' && method === 'GET') return json([OTHER, USER]);
    if (method !== 'POST') return undefined;
    const [, event] = /^\/sessions\/playing(?:\/(progress|stopped))?$/.exec(path) ?? [path];
    if (path.startsWith('/sessions/playing'))
      return report(event ? `${event[0]?.toUpperCase()}${event.slice(1)}` : 'Playing', body);
    const [, itemId] = /^\/useritems\/(\w+)\/userdata$/.exec(path) ?? [];
    if (itemId && product === 'jellyfin') return update(itemId, query.get('userid'), body);
    const [, owner, item, kind] =
      /^\/users\/(\w+)\/(?:items\/(\w+)\/userdata|playeditems\/(\w+))$/.exec(path) ?? [];
    if (owner && item) return update(item, owner, body);
    if (!owner || !kind) return undefined;
    const date = query.get('dateplayed') ?? '';
    const [y, m, d, h, min, s] = date.match(/^\d{4}|\d\d/g) ?? [];
    data.set(kind, {
      PlaybackPositionTicks: 0,
      PlayCount: Math.max(1, watched(kind).PlayCount),
      Played: true,
      LastPlayedDate: `${y}-${m}-${d}T${h}:${min}:${s}.0000000Z`,
    });
    return json(watched(kind));
  }

  return {
    reports,
    watched,
    watch: (itemId, more) => data.set(itemId, { ...watched(itemId), ...more }),
    respond,
    isUser: (id) => id === USER.Id,
  };
}
