// Recorded account servers of movie-web's first and second generation: they store nothing, and respond the same to
// all clients.
import { json, startFake, type Fake, type FakeResponse, type FakeRequest } from './http.ts';

export type Generation = 'original' | 'p-stream';

const USERS = { original: '7qjzOz1sW8Gb', 'p-stream': '82fb59a7-74cf-43f1-93fe-d5ce9e6d6ec0' };
const PROFILE = { colorA: '#2E65CF', colorB: '#7652DD', icon: 'userGroup' };
const DEVICE = 'of87r/yyxdD/60gMwMYjjA==.oxQZ35xHFUY=.+hWlWQ5hBio+OwpKtH8meg==';
const AT = '2026-11-21T01:53:25.000Z';
const POSTER = 'https://image.tmdb.org/t/p/w342/x.jpg';
const MATRIX = { title: 'The Matrix', year: 1999, poster: POSTER, type: 'movie' };
const SERIES = { title: 'Breaking Bad', year: 2008, poster: POSTER, type: 'show' };
const PILOT = { episode: { id: '62085', number: 1 }, season: { id: '3572', number: 1 } };

/** The second generation adds a nickname and the end of the session. */
function whoIs(generation: Generation) {
  const id = USERS[generation];
  const session = { id: '47cd05ef-b02a-4688-be81-8afbbbbb4fae', createdAt: AT, accessedAt: AT };
  const common = { ...session, device: DEVICE, userAgent: 'ref-probe/1.0' };
  const user = { id, namespace: 'movie-web', publicKey: 'x', profile: PROFILE };
  return generation === 'original'
    ? {
        user: { ...user, roles: [], createdAt: AT, lastLoggedIn: AT },
        session: { ...common, userId: id },
      }
    : {
        user: { ...user, nickname: 'Narrow Tiger', permissions: [] },
        session: { ...common, user: id, expiresAt: '2026-12-12T01:53:28.000Z' },
      };
}

function rowsOf(generation: Generation) {
  const groups = generation === 'original' ? {} : { group: ['g1'], favoriteEpisodes: ['e1'] };
  // A movie has no season: one server writes null there, the other a line break.
  const none = { id: generation === 'original' ? null : '\n', number: null };
  const movie = { tmdbId: '603', meta: MATRIX, episode: none, season: none, updatedAt: AT };
  const pilot = { tmdbId: '1396', meta: SERIES, ...PILOT, updatedAt: AT };
  return {
    bookmarks: [{ tmdbId: '603', meta: MATRIX, ...groups, updatedAt: AT }],
    progress: [
      { id: '5e005d7e-f371-4dab-9096-a78d3f90c922', ...movie, duration: '8160', watched: '500' },
      { id: 'efcf33e9-791f-4688-9588-08c1d5719687', ...pilot, duration: '3480', watched: '600' },
    ],
    history: [
      {
        tmdbId: '603',
        episode: {},
        season: {},
        meta: MATRIX,
        duration: '8160.5',
        watched: '8000.25',
        watchedAt: '2024-05-01T10:00:00.000Z',
        completed: true,
      },
    ],
  };
}

const failure = (status: number, message: string): FakeResponse =>
  json({ errorType: 'message', message }, status);

function respond(generation: Generation, { method, url, headers }: FakeRequest): FakeResponse {
  const unknown = json({ message: `Route ${method}:${url.pathname} not found` }, 404);
  const { user, session } = whoIs(generation);
  const rows = rowsOf(generation);
  const mine = `/users/${user.id}`;
  if (!url.pathname.startsWith('/auth') && url.pathname !== '/meta' && !headers.authorization)
    return failure(401, 'Not logged in');
  const isOriginal = generation === 'original';
  const [, what = '', id] = url.pathname.replace(mine, '').split('/');
  if (!url.pathname.startsWith(mine)) {
    const public_: Readonly<Record<string, object>> = {
      'GET /meta': { name: 'An older server', version: '1.3.0', hasCaptcha: false },
      'POST /auth/login/start': { challenge: '4b005615-ece4-4a8b-904d-aa36a294e89b' },
      'POST /auth/login/complete': { user, session, token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6Ik' },
      'GET /users/@me': { user, session },
    };
    const found = public_[`${method} ${url.pathname}`];
    return found ? json(found) : unknown;
  }
  if (isOriginal && ['group-order', 'watch-history'].includes(what)) return unknown;
  if (isOriginal && method === 'POST' && what === 'bookmarks')
    return failure(400, 'Already bookmarked');
  const lists: Readonly<Record<string, object>> = {
    bookmarks: rows.bookmarks,
    progress: rows.progress,
    settings: { id: user.id, applicationTheme: 'blue', applicationLanguage: 'fr' },
    'watch-history': rows.history,
    'group-order': { groupOrder: [] },
  };
  const list = lists[what];
  if (!list) return unknown;
  return json(id === undefined ? list : { success: true, tmdbId: id });
}

export const startOlderServer = (generation: Generation): Promise<Fake> =>
  startFake((request) => {
    const { headers, ...rest } = respond(generation, request);
    return { ...rest, headers: { ...headers, 'access-control-allow-origin': '*' } };
  });
