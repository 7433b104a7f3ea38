// Reports the results of the sources to this site's server, for its metrics. Failures are ignored.
import {
  reportCaptcha,
  reportProviders,
  type ProviderReport,
} from '@matinee/shared/contract/metrics';
import { config } from '#config.ts';
import type { PlaybackMeta } from '#data/catalog/details.ts';
import { fetchExtensionStatus } from '#data/streams/extension/status.ts';
import { isReportingEnabled } from '#data/preferences/playback.ts';
import { relayServers, sessionStore } from '#data/session.ts';
import { requestText } from '#lib/http.ts';

type Item = ProviderReport['items'][number];

/** The result of one source or embed. */
export type SourceOutcome = Pick<
  Item,
  'status' | 'providerId' | 'embedId' | 'errorMessage' | 'fullError'
>;

const MAX_ITEMS = 10;
const MAX_TITLE_LENGTH = 500;
const LIMITS = { timeoutMs: 10_000, maxBytes: 16 * 1024 };

export async function reportSearch(
  meta: PlaybackMeta,
  outcomes: readonly SourceOutcome[],
): Promise<void> {
  if (outcomes.length === 0 || !isReportingEnabled()) return;
  const title = titleOf(meta);
  const items = outcomes.map((outcome): Item => ({ ...title, ...outcome }));
  const run = { tool: await toolInUse(), batchId: newBatchId() };
  try {
    for (let from = 0; from < items.length; from += MAX_ITEMS) {
      await post(reportProviders, { items: items.slice(from, from + MAX_ITEMS), ...run });
    }
  } catch {
    // Metrics are optional.
  }
}

/** Whether a visitor's captcha was solved. */
export async function reportCaptchaSolve(success: boolean): Promise<void> {
  if (!isReportingEnabled()) return;
  try {
    await post(reportCaptcha, { success });
  } catch {
    // Metrics are optional.
  }
}

function post<B>(
  { method, path }: Pick<typeof reportProviders | typeof reportCaptcha, 'method' | 'path'>,
  body: B,
): Promise<unknown> {
  return requestText(`${config.BACKEND_URL}${path}`, { method, body, ...LIMITS });
}

function titleOf(meta: PlaybackMeta): Pick<Item, 'tmdbId' | 'type' | 'title'> & Partial<Item> {
  const { tmdbId, type } = meta;
  const title = meta.title.slice(0, MAX_TITLE_LENGTH);
  if (meta.type === 'movie') return { tmdbId, type, title };
  const [seasonId, episodeId] = [meta.season.tmdbId, meta.episode.tmdbId];
  return { tmdbId, type, title, seasonId, episodeId };
}

/** Names the tool that reaches the sources. The extension is used only without a relay. */
async function toolInUse(): Promise<'default' | 'custom-proxy' | 'extension'> {
  const { user, site } = relayServers();
  const isHere = user.length + site.length === 0;
  if (isHere && (await fetchExtensionStatus()) === 'success') return 'extension';
  const isConfigured = user.length > 0 || (isHere && sessionStore.getState().proxySet !== null);
  return isConfigured ? 'custom-proxy' : 'default';
}

/** 32 characters, the same for all requests of one scrape. */
function newBatchId(): string {
  return crypto
    .getRandomValues(new Uint8Array(16))
    .reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '');
}
