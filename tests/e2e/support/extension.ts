import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page, type Worker } from '@playwright/test';
import { launchOptions } from './browser.ts';

const ROOT = join(import.meta.dirname, '../../..');
const BUILT = join(ROOT, 'apps/extension/dist/chromium');

export interface WithExtension {
  readonly context: BrowserContext;
  readonly worker: Worker;
  readonly close: () => Promise<void>;
}

export function buildExtension(): void {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build-extension.ts')], { stdio: 'pipe' });
}

interface ExtensionOptions {
  readonly hasHostAccess?: boolean;
  /** Public names that resolve to this machine. */
  readonly names?: readonly string[];
}

/** The last of several such switches counts. */
function resolverRules(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const known = names.map((name) => `MAP ${name} 127.0.0.1`);
  const rules = [...known, 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1', 'EXCLUDE localhost'];
  return [`--host-resolver-rules=${rules.join(' , ')}`];
}

/**
 * A browser with our extension. Nobody is there to answer the browser's own question of access to all hosts, so it may
 * have been answered at installation; all else is the build that ships.
 */
export async function openWithExtension({
  hasHostAccess = false,
  names = [],
}: ExtensionOptions = {}): Promise<WithExtension> {
  const place = await mkdtemp(join(tmpdir(), 'matinee-extension-'));
  const extension = join(place, 'extension');
  await cp(BUILT, extension, { recursive: true });
  if (hasHostAccess) await grantAtInstallation(join(extension, 'manifest.json'));
  const { args = [], ...launch } = launchOptions();
  const context = await chromium.launchPersistentContext(join(place, 'profile'), {
    ...launch,
    args: [
      ...args,
      ...resolverRules(names),
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
    ],
    locale: 'en-US',
    chromiumSandbox: false,
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  return {
    context,
    worker,
    close: async () => {
      await context.close();
      await rm(place, { recursive: true, force: true });
    },
  };
}

async function grantAtInstallation(file: string): Promise<void> {
  const { optional_host_permissions, ...manifest } = JSON.parse(await readFile(file, 'utf8'));
  const granted = { ...manifest, host_permissions: optional_host_permissions };
  await writeFile(file, JSON.stringify(granted));
}

/** Sends a message like movie-web clients do, from a script of the page. */
export function sendMessage(page: Page, name: string, body?: unknown): Promise<unknown> {
  return page.evaluate(
    ([name, body]) =>
      new Promise((resolve) => {
        const instanceId = String(Math.random());
        window.addEventListener('message', ({ data }) => {
          if (data.instanceId === instanceId && data.relayed) resolve(data.body);
        });
        window.postMessage({ name, body, instanceId }, '/');
      }),
    [name, body] as const,
  );
}

/** The number of the extension's header rules in the browser. */
export function ruleCount(worker: Worker): Promise<number> {
  return worker.evaluate(async () => (await chrome.declarativeNetRequest.getSessionRules()).length);
}
