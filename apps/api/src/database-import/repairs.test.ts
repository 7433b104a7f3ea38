import { expect, test } from 'vitest';
import {
  movie,
  foreign,
  KEY,
  META,
  NOW,
  OTHER,
  ours,
  person,
  PROFILE,
  PROGRESS,
  rows,
  run,
  skippedOf,
  uuid,
  uuidText,
} from '../../../../tests/support/database-import.ts';
import { withClient } from '../../../../tests/support/database-server.ts';
import { checksum } from '../../../../tests/support/source-database.ts';

test('oversized values are shortened or left out, and each repair is reported', async () => {
  const meta = (more: string) => `'{"title": "Film", "type": "movie", ${more}}'`;
  const from = await foreign(
    'p-stream',
    `${person('anna', KEY)}
     ALTER TABLE list_items ALTER type DROP NOT NULL;
     INSERT INTO bookmarks (tmdb_id, user_id, meta, updated_at, "group", favorite_episodes) VALUES
       ('name', 'anna', ${META}, '2025-01-01Z', ARRAY['Later', repeat('g', 254) || U&'\\+01F600', NULL], NULL),
       ('many', 'anna', ${META}, '2025-01-01Z', ARRAY(SELECT 'g' || n FROM generate_series(1, 200) n),
         ARRAY['e1', repeat('e', 300), ''] || ARRAY(SELECT 'e' || n FROM generate_series(2, 6000) n)),
       ('title', 'anna', jsonb_build_object('title', repeat('t', 300000), 'type', 'tv'), '2025-01-01Z', NULL, NULL),
       ('poster', 'anna', jsonb_build_object('title', 'P', 'type', 'tv', 'poster', repeat('p', 1001)),
         '2025-01-01Z', NULL, NULL),
       ('year', 'anna', ${meta('"year": "1999"')}, '2025-01-01Z', NULL, NULL),
       ('odd', 'anna', ${meta('"year": "soon", "poster": 7')}, '2025-01-01Z', NULL, NULL),
       ('wrong', 'anna', '{"title": 7, "year": "1999", "type": "movie"}', '2025-01-01Z', NULL, NULL);
     ${PROGRESS} (${uuidText(1)}, 'watched', 'anna', NULL, NULL, ${meta('"year": "1950"')}, '2025-01-01Z', 10, 5);
     INSERT INTO watch_history (id, user_id, tmdb_id, meta, duration, watched, watched_at, updated_at) VALUES
       (${uuidText(2)}, 'anna', 'watched', ${meta('"year": "1950-01-01"')}, 10, 5, '2025-01-01Z', '2025-01-01Z');
     INSERT INTO user_group_order VALUES ('1', 'anna', ARRAY['Later', repeat('g', 300)]);
     INSERT INTO lists VALUES (${uuidText(3)}, 'anna', 'Good', NULL, '2025-01-01Z', '2025-01-01Z', true);
     INSERT INTO list_items VALUES (${uuidText(4)}, ${uuidText(3)}, 'title', '2025-01-01Z', NULL),
       (${uuidText(5)}, ${uuidText(3)}, 'watched', '2025-01-01Z', NULL),
       (${uuidText(6)}, ${uuidText(3)}, 'unknown', '2025-01-01Z', NULL);`,
  );
  const into = await ours();
  const outcome = await run(from, into);
  const mended = Object.fromEntries(
    outcome.tables.map(({ name, mended: all }) => [
      name,
      Object.fromEntries([...all.values()].map(({ reason, examples }) => [reason, examples])),
    ]),
  );
  expect(mended).toMatchObject({
    bookmarks: {
      'group: invalid name, removed': ['anna name'],
      'group: too long, shortened': ['anna name'],
      'group: more than 100, the rest removed': ['anna many'],
      'favorite_episodes: invalid entries, removed': ['anna many'],
      'meta.title: too long, shortened': ['anna title'],
      'meta.poster: invalid, removed': ['anna poster', 'anna odd'],
      'meta.year: text, read as a number': ['anna year'],
      'meta.year: invalid, removed': ['anna odd'],
    },
    progress_items: { 'meta.year: text, read as a number': ['anna watched  '.trim()] },
    watch_history: { 'meta.year: text, read as a number': ['anna watched'] },
    user_group_order: { 'group_order: too long, shortened': ['anna'] },
    list_items: {
      'type: unknown, derived from other rows of the title': [
        `${uuid(3)} title`,
        `${uuid(3)} watched`,
        `${uuid(3)} unknown`,
      ],
    },
  });
  expect(skippedOf(outcome, 'bookmarks')).toEqual({
    'meta.title: of the wrong type': ['anna wrong'],
  });
  expect(
    await rows(
      into,
      `SELECT tmdb_id, length(title) AS title, year, poster IS NULL AS bare, cardinality(groups) AS groups,
         cardinality(favorite_episodes) AS favorites FROM bookmarks ORDER BY tmdb_id`,
    ),
  ).toEqual([
    { tmdb_id: 'many', title: 4, year: 1950, bare: true, groups: 100, favorites: 5_000 },
    { tmdb_id: 'name', title: 4, year: 1950, bare: true, groups: 2, favorites: 0 },
    { tmdb_id: 'odd', title: 4, year: null, bare: true, groups: 0, favorites: 0 },
    { tmdb_id: 'poster', title: 1, year: null, bare: true, groups: 0, favorites: 0 },
    { tmdb_id: 'title', title: 500, year: null, bare: true, groups: 0, favorites: 0 },
    { tmdb_id: 'year', title: 4, year: 1999, bare: true, groups: 0, favorites: 0 },
  ]);
  const [names] = await rows(into, `SELECT groups FROM bookmarks WHERE tmdb_id = 'name'`);
  expect(names).toEqual({ groups: ['Later', 'g'.repeat(254)] });
  expect(await rows(into, 'SELECT groups FROM group_order')).toEqual([
    { groups: ['Later', 'g'.repeat(255)] },
  ]);
  expect(await rows(into, 'SELECT tmdb_id, type FROM list_items ORDER BY tmdb_id')).toEqual([
    { tmdb_id: 'title', type: 'tv' },
    { tmdb_id: 'unknown', type: 'movie' },
    { tmdb_id: 'watched', type: 'movie' },
  ]);
  const again = await run(from, into);
  expect(again.tables.map(({ added, changed }) => [added, changed])).toEqual(
    again.tables.map(() => [0, 0]),
  );
});

test('rows with future dates are imported once: a second run keeps what has changed here since', async () => {
  const later = '2030-01-01Z';
  const from = await foreign(
    'p-stream',
    `${person('anna', KEY, `'2031-01-01Z', '${later}', '{}', ${PROFILE}`)}
     ${person('bert', OTHER, `'-infinity', NULL, '{}', ${PROFILE}`)}
     INSERT INTO sessions VALUES (${uuidText(1)}, 'anna', '${later}', '${later}', '2031-01-01Z', 'd', 'ua');
     INSERT INTO bookmarks (tmdb_id, user_id, meta, updated_at) VALUES
       ('same', 'anna', ${META}, '${later}'), ('changed', 'anna', ${META}, '${later}'),
       ('gone', 'anna', ${META}, '${later}');
     ${PROGRESS} ${movie(2, 100, { day: later })},
       (${uuidText(3)}, 'seen', 'anna', NULL, NULL, ${META}, '${later}', 6000, 100),
       (${uuidText(4)}, 'gone', 'anna', NULL, NULL, ${META}, '${later}', 6000, 100);
     UPDATE users SET ratings = '[{"tmdb_id": 2, "type": "tv", "rating": 7}]';
     INSERT INTO lists VALUES (${uuidText(5)}, 'anna', 'Old', NULL, '${later}', '${later}', true);
     INSERT INTO list_items VALUES (${uuidText(6)}, ${uuidText(5)}, '1', '${later}', 'tv');
     INSERT INTO watch_history (id, user_id, tmdb_id, meta, duration, watched, watched_at, updated_at) VALUES
       (${uuidText(7)}, 'anna', '1', ${META}, 10, 5, '${later}', '${later}');`,
  );
  const into = await ours();
  await run(from, into);
  expect(await rows(into, 'SELECT DISTINCT updated_at FROM bookmarks')).toEqual([
    { updated_at: new Date(NOW) },
  ]);
  // An hour later, the user continues here. A day later, the import runs again.
  await withClient(into, (client) =>
    client.query(`
      UPDATE bookmarks SET title = 'Mine', updated_at = '2026-01-01T01:00:00Z' WHERE tmdb_id = 'changed';
      UPDATE progress SET watched = 50, updated_at = '2026-01-01T01:00:00Z' WHERE tmdb_id = 'seen';
      UPDATE lists SET name = 'Mine', updated_at = '2026-01-01T01:00:00Z';
      DELETE FROM bookmarks WHERE tmdb_id = 'gone';
      DELETE FROM progress WHERE tmdb_id = 'gone';
      INSERT INTO deletions (user_id, kind, tmdb_id, deleted_at)
        SELECT user_id, kind, 'gone', timestamptz '2026-01-01T01:00:00Z'
        FROM lists, unnest(ARRAY['bookmark', 'progress']::deletion_kind[]) kind;`),
  );
  const before = await checksum(into);
  const again = await run(from, into, { now: NOW + 24 * 3_600_000 });
  const counts = again.tables.map(({ name, added, changed }) => ({ name, added, changed }));
  expect(counts.filter(({ added, changed }) => added !== 0 || changed !== 0)).toEqual([]);
  expect(await checksum(into)).toBe(before);
});
