// Unusual rows that other servers have left over the years.
import { expect, test } from 'vitest';
import {
  ANYBODYS,
  movie,
  foreign,
  KEY,
  META,
  NOW,
  OTHER,
  ours,
  person,
  PROGRESS,
  rows,
  run,
  skippedOf,
  uuid,
  uuidText,
} from '../../../../tests/support/database-import.ts';
import { withClient } from '../../../../tests/support/database-server.ts';
import { checksum } from '../../../../tests/support/source-database.ts';
import { formatText, type DatabaseImportResult } from './report.ts';

test.each([
  ['original', 'NULL'],
  ['p-stream', String.raw`E'\n'`],
] as const)(
  'a movie that the %s layout has several times becomes one row',
  async (layout, part) => {
    const from = await foreign(
      layout,
      `${person('anna', KEY)} ${PROGRESS} ${movie(1, 100, { day: '2025-03-01Z' })},
     ${movie(2, 5000, { part, day: '2025-02-01Z' })}, ${movie(3, 700, { part: `''` })};`,
    );
    const into = await ours();
    const outcome = await run(from, into);
    expect(outcome.tables.find(({ name }) => name === 'progress_items')).toMatchObject({
      read: 3,
      taken: 3,
      added: 1,
    });
    const [row, ...others] = await rows(
      into,
      'SELECT season_id, episode_id, id, watched, updated_at FROM progress',
    );
    expect(others).toEqual([]);
    // The furthest position, with the newest date.
    expect(row).toEqual({
      season_id: '',
      episode_id: '',
      id: uuid(2),
      watched: '5000',
      updated_at: new Date('2025-03-01Z'),
    });
  },
);

test('accounts with one key in several spellings become one account with all rows', async () => {
  const standard = Buffer.from(KEY, 'base64url').toString('base64');
  expect(standard).not.toBe(KEY);
  const from = await foreign(
    'original',
    `${person('anna', KEY)} ${person('bert', `${KEY}=`)} ${person('carl', standard)} ${person('dora', OTHER)}
     INSERT INTO bookmarks VALUES ('1', 'anna', ${META}, '2025-01-01Z'), ('1', 'bert', ${META}, '2025-02-01Z'),
       ('2', 'carl', ${META}, '2025-01-01Z'), ('1', 'dora', ${META}, '2025-01-01Z');
     ${PROGRESS} ${movie(1, 10)}, ${movie(2, 20, { user: 'carl' })};
     INSERT INTO user_settings VALUES ('anna', 'blue', NULL, NULL, NULL), ('bert', 'red', 'de', NULL, '{}');
     INSERT INTO sessions VALUES (${uuidText(9)}, 'carl', '2025-01-01Z', '2025-01-02Z', '2027-01-01Z', 'd', 'ua');`,
  );
  // One user has already registered here, with another ID.
  const into = await ours(
    `INSERT INTO users (id, public_key, namespace, color_a, color_b, icon, created_at)
     VALUES ('new', '${KEY}', 'movie-web', 'x', 'y', 'z', '2025-12-01Z');
     INSERT INTO settings (user_id, "values") VALUES ('new', '{"applicationTheme": null}');`,
  );
  await run(from, into);
  expect(
    await rows(into, 'SELECT id, public_key, color_a, created_at FROM users ORDER BY id'),
  ).toEqual([
    { id: 'dora', public_key: OTHER, color_a: '#1', created_at: new Date('2024-01-01Z') },
    { id: 'new', public_key: KEY, color_a: 'x', created_at: new Date('2024-01-01Z') },
  ]);
  expect(
    await rows(into, 'SELECT user_id, tmdb_id, updated_at FROM bookmarks ORDER BY 1, 2'),
  ).toEqual([
    { user_id: 'dora', tmdb_id: '1', updated_at: new Date('2025-01-01Z') },
    { user_id: 'new', tmdb_id: '1', updated_at: new Date('2025-02-01Z') },
    { user_id: 'new', tmdb_id: '2', updated_at: new Date('2025-01-01Z') },
  ]);
  expect(await rows(into, 'SELECT user_id, watched FROM progress')).toEqual([
    { user_id: 'new', watched: '20' },
  ]);
  expect(await rows(into, 'SELECT user_id, id FROM sessions')).toEqual([
    { user_id: 'new', id: uuid(9) },
  ]);
  // Keeps existing settings, including cleared ones. Imports the rest.
  expect(await rows(into, 'SELECT "values" FROM settings')).toEqual([
    { values: { applicationTheme: null, applicationLanguage: 'de', proxyUrls: [] } },
  ]);
});

test('rejected rows are counted by reason and listed by id, and the rest is imported', async () => {
  const long = 'x'.repeat(501);
  const from = await foreign(
    'p-stream',
    `${person('anna', KEY)} ${person('bad', 'not a key')} ${person('open', ANYBODYS)}
     ${person('odd', OTHER, `'-infinity', 'infinity', '{}', '"what"'`)}
     INSERT INTO bookmarks (tmdb_id, user_id, meta, updated_at) VALUES
       ('good', 'anna', ${META}, '2025-01-01Z'), ('orphan', 'gone', ${META}, '2025-01-01Z'),
       ('of bad', 'bad', ${META}, '2025-01-01Z'), ('shape', 'anna', '[1]', '2025-01-01Z'),
       ('long', 'anna', '{"title": "${long}", "year": 1, "type": "movie"}', '2025-01-01Z'),
       ('huge', 'anna', jsonb_build_object('title', repeat('x', 2000000)), '2025-01-01Z'),
       ('', 'anna', ${META}, '2025-01-01Z'), ('date', 'anna', ${META}, 'infinity');
     ${PROGRESS} (${uuidText(1)}, '1', 'anna', NULL, NULL, ${META}, '2025-01-01Z', 9223372036854775807, 1),
       (${uuidText(2)}, '2', 'anna', 's', 'e', ${META}, '2025-01-01Z', 10, 5);
     INSERT INTO sessions VALUES (${uuidText(3)}, 'anna', '2025-01-01Z', '2025-01-01Z', '2025-12-31T23:59:59Z', 'd', 'ua'),
       (${uuidText(4)}, 'anna', '2025-01-01Z', '2025-01-01Z', '2026-01-02Z', '${long}', 'ua'),
       (${uuidText(5)}, 'anna', '2025-01-01Z', '2025-01-01Z', '2026-01-02Z', 'd', repeat('a', 9000));
     INSERT INTO user_settings (id, application_theme, custom_theme, source_order)
       VALUES ('anna', 'blue', '{"primary": "\\u0000", "secondary": "b", "tertiary": "c"}', array_fill('x'::text, '{501}'));
     UPDATE users SET ratings = '{"no": "list"}' WHERE id = 'odd';
     UPDATE users SET ratings = '[{"tmdb_id": 1, "type": "movie", "rating": 11}, {"tmdb_id": 2, "type": "tv", "rating": 7},
       {"tmdb_id": 2, "type": "tv", "rating": 8}]' WHERE id = 'anna';
     INSERT INTO lists VALUES (${uuidText(6)}, 'anna', '', NULL, '2025-01-01Z', '2025-01-01Z', true),
       (${uuidText(7)}, 'anna', 'Good', NULL, '2025-01-01Z', '2025-01-01Z', true);
     INSERT INTO list_items VALUES (${uuidText(8)}, ${uuidText(6)}, '1', '2025-01-01Z', 'movie'),
       (${uuidText(9)}, ${uuidText(7)}, '1', '2025-01-01Z', 'tv');`,
  );
  const before = await checksum(from);
  const into = await ours();
  const dry = await run(from, into, { isDryRun: true });
  expect(await rows(into, 'SELECT FROM users')).toEqual([]);
  const outcome = await run(from, into);
  expect(await checksum(from)).toBe(before);

  expect(skippedOf(outcome, 'users')).toEqual({
    'public_key: not a valid key': ['bad', 'open'],
  });
  expect(skippedOf(outcome, 'bookmarks')).toEqual({
    "doesn't belong to an account": ['gone orphan'],
    "its account isn't imported": ['bad of bad'],
    'meta: of the wrong type': ['anna shape'],
    'larger than 512 KiB': ['anna huge'],
    'tmdb_id: empty': ['anna '],
    'updated_at: of the wrong type': ['anna date'],
  });
  expect(skippedOf(outcome, 'progress_items')).toEqual({
    'duration: too large a number': ['anna 1'],
  });
  expect(skippedOf(outcome, 'sessions')).toEqual({
    expired: [uuid(3)],
    'device: too long': [uuid(4)],
  });
  expect(skippedOf(outcome, 'ratings')).toEqual({
    'rating: too large a number': ['anna'],
    'ratings: not a list': ['odd'],
  });
  expect(skippedOf(outcome, 'lists')).toEqual({ 'name: empty': [uuid(6)] });
  expect(skippedOf(outcome, 'list_items')).toEqual({
    "its list isn't imported": [`${uuid(6)} 1`],
  });

  const alike = ({ tables }: DatabaseImportResult) =>
    tables.map((table) => ({ ...table, added: null, changed: null }));
  expect(alike(dry)).toEqual(alike(outcome));
  const text = formatText(outcome);
  expect(text).toContain('users: 1 repaired (profile: invalid, replaced)\n  odd');
  expect(text).toContain('user_settings: 1 repaired (custom_theme: invalid, removed)\n  anna');
  expect(text).not.toContain('Film');

  expect(
    await rows(into, 'SELECT tmdb_id, length(title) AS n FROM bookmarks ORDER BY tmdb_id'),
  ).toEqual([
    { tmdb_id: 'good', n: 4 },
    { tmdb_id: 'long', n: 500 },
  ]);
  expect(await rows(into, 'SELECT tmdb_id FROM progress')).toEqual([{ tmdb_id: '2' }]);
  expect(await rows(into, 'SELECT length(user_agent) AS n FROM sessions')).toEqual([{ n: 512 }]);
  expect(
    await rows(
      into,
      `SELECT "values" ->> 'applicationTheme' AS theme, "values" ? 'sourceOrder' AS has FROM settings`,
    ),
  ).toEqual([{ theme: 'blue', has: false }]);
  expect(await rows(into, 'SELECT type, tmdb_id, rating FROM ratings')).toEqual([
    { type: 'tv', tmdb_id: '2', rating: 8 },
  ]);
  expect(await rows(into, 'SELECT list_id, type FROM list_items')).toEqual([
    { list_id: uuid(7), type: 'tv' },
  ]);
  expect(await rows(into, `SELECT icon, created_at FROM users WHERE id = 'odd'`)).toEqual([
    { icon: 'userGroup', created_at: new Date(NOW) },
  ]);
});

test('newer rows here stay, and rows deleted here stay deleted', async () => {
  const from = await foreign(
    'original',
    `${person('anna', KEY)}
     INSERT INTO bookmarks VALUES ('old', 'anna', ${META}, '2025-01-01Z'), ('gone', 'anna', ${META}, '2025-01-01Z'),
       ('back', 'anna', ${META}, '2025-03-01Z'), ('future', 'anna', ${META}, '2030-01-01Z');
     ${PROGRESS} ${movie(1, 50, { day: '2025-05-01Z' })},
       (${uuidText(2)}, 's1', 'anna', 's', 'e', ${META}, '2025-01-01Z', 10, 5),
       (${uuidText(3)}, 's2', 'anna', 's', 'e', ${META}, '2025-01-01Z', 10, 5);`,
  );
  const into = await ours(
    `INSERT INTO users (id, public_key, namespace, color_a, color_b, icon) VALUES ('anna', '${KEY}', 'n', 'x', 'y', 'z');
     INSERT INTO bookmarks (user_id, tmdb_id, type, title, updated_at) VALUES ('anna', 'old', 'movie', 'Newer', '2025-06-01Z');
     INSERT INTO progress (user_id, tmdb_id, type, title, duration, watched, updated_at)
       VALUES ('anna', '603', 'movie', 'Further', 6000, 900, '2025-04-01Z');
     INSERT INTO deletions (user_id, kind, tmdb_id, season_id, deleted_at) VALUES
       ('anna', 'bookmark', 'gone', '', '2025-02-01Z'), ('anna', 'bookmark', 'back', '', '2025-02-01Z'),
       ('anna', 'progress', 's1', 's', '2025-02-01Z'), ('anna', 'progress', 's2', 'other', '2025-02-01Z');`,
  );
  await run(from, into);
  expect(
    await rows(into, 'SELECT tmdb_id, title, updated_at FROM bookmarks ORDER BY tmdb_id'),
  ).toEqual([
    { tmdb_id: 'back', title: 'Film', updated_at: new Date('2025-03-01Z') },
    { tmdb_id: 'future', title: 'Film', updated_at: new Date(NOW) },
    { tmdb_id: 'old', title: 'Newer', updated_at: new Date('2025-06-01Z') },
  ]);
  expect(await rows(into, 'SELECT tmdb_id, title, watched FROM progress ORDER BY tmdb_id')).toEqual(
    [
      { tmdb_id: '603', title: 'Further', watched: '900' },
      { tmdb_id: 's2', title: 'Film', watched: '5' },
    ],
  );
});

test('accounts, sessions and lists that exist here never get another owner', async () => {
  const from = await foreign(
    'p-stream',
    `${person('anna', KEY)}
     INSERT INTO sessions VALUES (${uuidText(1)}, 'anna', '2025-01-01Z', '2025-01-01Z', '2027-01-01Z', 'd', 'ua');
     INSERT INTO lists VALUES (${uuidText(2)}, 'anna', 'Mine', NULL, '2025-01-01Z', '2025-01-01Z', true);
     INSERT INTO bookmarks (tmdb_id, user_id, meta, updated_at) VALUES ('1', 'anna', ${META}, '2025-01-01Z');`,
  );
  const into = await ours(
    `INSERT INTO users (id, public_key, namespace, color_a, color_b, icon) VALUES ('anna', '${OTHER}', 'n', 'x', 'y', 'z');
     INSERT INTO sessions (user_id, id, device, user_agent, expires_at) VALUES ('anna', ${uuidText(1)}, 'd', 'ua', '2027-01-01Z');
     INSERT INTO lists (user_id, id, name) VALUES ('anna', ${uuidText(2)}, 'Theirs');`,
  );
  await run(from, into);
  await run(from, into);
  const people = await rows(into, 'SELECT id, public_key FROM users ORDER BY public_key');
  expect(people).toHaveLength(2);
  const newcomer = people.find(({ public_key: key }) => key === KEY)?.id;
  expect(newcomer).not.toBe('anna');
  expect(await rows(into, 'SELECT user_id FROM bookmarks')).toEqual([{ user_id: newcomer }]);
  expect(await rows(into, 'SELECT user_id FROM sessions')).toEqual([{ user_id: 'anna' }]);
  expect(await rows(into, 'SELECT name FROM lists')).toEqual([{ name: 'Theirs' }]);
});

test('the last day with any activity counts as an account’s last use', async () => {
  const from = await foreign(
    'original',
    `${person('anna', KEY)} ${PROGRESS} ${movie(1, 50, { day: '2025-11-20T10:00:00Z' })};`,
  );
  const into = await ours();
  await run(from, into);
  expect(await rows(into, 'SELECT last_logged_in, last_used_at FROM users')).toEqual([
    { last_logged_in: new Date('2025-01-01Z'), last_used_at: new Date('2025-11-20Z') },
  ]);
});

test('the source is read from another schema, and its times without a zone as UTC', async () => {
  const from = await foreign(
    'original',
    `${person('anna', KEY)}
     INSERT INTO bookmarks VALUES ('1', 'anna', ${META}, '2025-01-01Z');
     ALTER TABLE bookmarks ALTER updated_at TYPE timestamp USING updated_at AT TIME ZONE 'UTC';
     ALTER SCHEMA public RENAME TO films; CREATE SCHEMA public;`,
  );
  const into = await ours();
  await run(`${from}?schema=films`, into);
  expect(await rows(into, 'SELECT updated_at FROM bookmarks')).toEqual([
    { updated_at: new Date('2025-01-01Z') },
  ]);
});

test('a row that only PostgreSQL refuses is found and left out', async () => {
  const people = `INSERT INTO bookmarks SELECT n::text, 'anna', jsonb_build_object('title', 'T' || n, 'type', 'movie'),
    '2025-01-01Z' FROM generate_series(1, 50) n;`;
  const from = await foreign('original', `${person('anna', KEY)} ${people}`);
  const into = await ours(`ALTER TABLE bookmarks ADD CHECK (title NOT IN ('T7', 'T31'))`);
  const outcome = await run(from, into);
  expect(skippedOf(outcome, 'bookmarks')).toEqual({
    'rejected by PostgreSQL (23514)': ['anna 7', 'anna 31'],
  });
  expect(outcome.tables.find(({ name }) => name === 'bookmarks')).toMatchObject({
    read: 50,
    taken: 48,
    added: 48,
  });
});

test('importing a database into itself is refused, and nothing is written', async () => {
  const from = await foreign('original', '');
  await expect(run(from, from)).rejects.toThrow('the same database');
  const { rows: left } = await withClient(from, (client) =>
    client.query(`SELECT FROM pg_tables WHERE tablename = '_prisma_migrations'`),
  );
  expect(left).toEqual([]);
});
