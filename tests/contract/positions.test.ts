// Positions of playback, which arrive every few seconds from every viewer and are stored together on a busy server.
import { putChanges } from '@matinee/shared/contract/changes';
import { listProgress } from '@matinee/shared/contract/progress';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { withClient } from '../support/database-server.ts';
import { movie, signedIn } from '../support/library.ts';

const VIEWERS = 12;
const APPLIED = { applied: 1, outdated: 0 };

let server: TestApp;
let viewers: TestAccount[];
beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  viewers = await Promise.all(Array.from({ length: VIEWERS }, () => createTestAccount(server)));
});
afterAll(() => server.close());

/** Seconds of a past minute. */
const at = (second: number): string => new Date(Date.UTC(2024, 4, 1, 0, 0, second)).toISOString();

async function watch(viewer: TestAccount, second: number, rest: object = {}) {
  const item = { ...movie('10331', { watched: second }), ...rest };
  const change = { ...item, type: 'putProgress', updatedAt: at(second) };
  const { body } = await signedIn(server, viewer).put('/changes', [change]).expect(200);
  return putChanges.reply.parse(body);
}
async function stored(viewer: TestAccount) {
  const { body } = await signedIn(server, viewer).get('/progress').expect(200);
  return listProgress.reply.parse(body);
}
const watchedBy = async (viewer: TestAccount) => (await stored(viewer)).map((one) => one.watched);

test('positions of many viewers that arrive together are each stored', async () => {
  for (const second of [3, 6, 9]) {
    const replies = await Promise.all(viewers.map((viewer) => watch(viewer, second)));
    expect(replies).toEqual(viewers.map(() => APPLIED));
  }
  expect(await Promise.all(viewers.map(watchedBy))).toEqual(viewers.map(() => ['9']));
});

test('an older position is outdated, a repeated one is in effect, and both leave the others alone', async () => {
  const [late, repeated, ...others] = viewers;
  if (!late || !repeated) throw new Error('too few viewers');
  await Promise.all(viewers.map((viewer) => watch(viewer, 6)));
  const [old, again, ...rest] = await Promise.all([
    watch(late, 3),
    watch(repeated, 6),
    ...others.map((viewer) => watch(viewer, 9)),
  ]);
  expect(old).toEqual({ applied: 0, outdated: 1 });
  expect([again, ...rest]).toEqual([repeated, ...others].map(() => APPLIED));
  expect(await watchedBy(late)).toEqual(['6']);
});

test('of two pages that play the same movie, the later position stays', async () => {
  const [viewer] = viewers;
  if (!viewer) throw new Error('no viewer');
  await watch(viewer, 3);
  const replies = await Promise.all([9, 12, 6].map((second) => watch(viewer, second)));
  expect(replies[1]).toEqual(APPLIED);
  expect(await watchedBy(viewer)).toEqual(['12']);
});

test('a position with another title or length is stored with them', async () => {
  const [viewer] = viewers;
  if (!viewer) throw new Error('no viewer');
  await watch(viewer, 3);
  const meta = { title: 'Another title', year: 1990, type: 'movie' };
  expect(await watch(viewer, 6, { meta, duration: 99 })).toEqual(APPLIED);
  expect(await stored(viewer)).toMatchObject([{ meta, duration: '99', watched: '6' }]);
});

test('a row that another statement holds delays only its viewer', async () => {
  const [held, ...others] = viewers;
  if (!held) throw new Error('no viewer');
  await Promise.all(viewers.map((viewer) => watch(viewer, 3)));
  const delayed = await withClient(server.deps.database.url, async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT FROM progress WHERE user_id = $1 FOR UPDATE', [held.userId]);
    const waiting = watch(held, 6);
    const replies = await Promise.all(others.map((viewer) => watch(viewer, 6)));
    expect(replies).toEqual(others.map(() => APPLIED));
    expect(await Promise.all(others.map(watchedBy))).toEqual(others.map(() => ['6']));
    expect(await watchedBy(held)).toEqual(['3']);
    await client.query('COMMIT');
    return waiting;
  });
  expect(delayed).toEqual(APPLIED);
  expect(await watchedBy(held)).toEqual(['6']);
});

test('when the database rejects a statement for several accounts, each position is stored by itself', async () => {
  await Promise.all(viewers.map((viewer) => watch(viewer, 3)));
  await withClient(server.deps.database.url, async (client) => {
    // The trigger rejects the statement, as if one account had exceeded a limit.
    await client.query(`
      CREATE FUNCTION only_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF (SELECT count(*) FROM added) > 1 THEN RAISE EXCEPTION 'too many'; END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER only_one AFTER UPDATE ON progress REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION only_one()`);
    const replies = await Promise.all(viewers.map((viewer) => watch(viewer, 6)));
    expect(replies).toEqual(viewers.map(() => APPLIED));
    await client.query('DROP TRIGGER only_one ON progress; DROP FUNCTION only_one');
  });
  expect(await Promise.all(viewers.map(watchedBy))).toEqual(viewers.map(() => ['6']));
});
