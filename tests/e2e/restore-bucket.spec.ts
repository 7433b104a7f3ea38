// A new server restores a backup from the bucket that its operator configured. The fake checks signatures as S3 does.
import { linkBackup, listBackupFiles, makeBackup } from '@matinee/shared/contract/backups';
import request from 'supertest';
import { startFakeS3, S3_KEYS } from '../support/fakes/s3.ts';
import { register, type Member } from '../support/identity.ts';
import { startBuiltApp, type BuiltApp } from './support/built-app.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, expectAccessible, test as base } from './support/test.ts';

const OPTIONS = { SUBTITLES: 'off', REGISTRATION: 'open' };

/** Makes the backup. */
const test = base.extend<object, { site: Site }>({
  site: [
    async ({}, provide) => {
      const site = await startSite(OPTIONS);
      await provide(site);
      await site.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

// The server is away while it restores.
test.use({ allowedErrors: /\/(?:setup|diagnostics|users|healthz|readyz)\/|ping\.txt/ });

interface MadeBackup {
  readonly name: string;
  readonly bytes: Buffer;
}

async function backUp({ url }: BuiltApp, { headers }: Member): Promise<MadeBackup> {
  await request(url).post(makeBackup.path).set(headers).expect(200);
  const { body } = await request(url).get(listBackupFiles.path).set(headers).expect(200);
  const name = listBackupFiles.reply.parse(body).backups[0]?.name ?? '';
  const linked = await request(url).post(linkBackup.path.replace(':name', name)).set(headers);
  const response = await fetch(`${url}${linkBackup.reply.parse(linked.body).path}`);
  return { name, bytes: Buffer.from(await response.arrayBuffer()) };
}

test('a new server lists the backups of its bucket, and restores one', async ({ page, site }) => {
  test.slow();
  const s3 = await startFakeS3();
  const owner = await register(site.app);
  const { name, bytes } = await backUp(site.app, owner);
  const options = { ...OPTIONS, ...s3.options, RATE_LIMITS: 'off', BACKUP_S3_PREFIX: 'home' };
  const fresh = await startBuiltApp(options);
  try {
    s3.failWith = () => 'AccessDenied';
    await page.goto(`${fresh.url}/register`);
    await page.getByRole('link', { name: 'Restore a backup instead' }).click();
    const backups = page.getByRole('region', { name: 'Backups' });
    await expect(backups.getByRole('alert')).toContainText('(AccessDenied)');
    await expectAccessible(page);
    s3.failWith = () => undefined;
    await backups.getByRole('button', { name: 'Try again' }).click();
    await expect(backups).toHaveText("There's no backup yet.");

    s3.store(`home/${name}`, bytes);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await expect(backups.getByRole('listitem')).toContainText(name);
    await expect(backups.getByRole('listitem')).toContainText(/Manual.*\d+ kB/);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    const shown = await page.content();
    expect(Object.values(S3_KEYS).filter((key) => shown.includes(key))).toEqual([]);

    await backups.getByRole('button', { name: /^Restore: / }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore a backup' });
    await dialog.getByRole('textbox', { name: /type “restore”/ }).fill('restore');
    await dialog.getByRole('button', { name: 'Replace everything' }).click();
    await expect(dialog.getByRole('status')).toHaveText(/^Restored\./, { timeout: 90_000 });
    await request(fresh.url).get('/users/@me').set(owner.headers).expect(200);
  } finally {
    await fresh.stop();
    await s3.close();
  }
});
