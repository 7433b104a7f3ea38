import type { ProviderReport } from '@matinee/shared/contract/metrics';
import type { Counters } from './counters.ts';
import { formatLabels, type Family } from './prometheus.ts';

export interface ProviderMetrics {
  /** How the sources did in one search. */
  providers(report: ProviderReport, origin: string | undefined): true;
  captcha(solved: boolean): true;
}

export interface ProviderMetricsOptions {
  readonly counters: Counters;
  /** Sources and embeds that exist here; all others count as one. */
  readonly sourceIds: readonly string[];
  /** Origins whose pages are meant to report; all others count as one. */
  readonly origins: readonly string[];
}

const counted = (name: string, help: string, atMost: number): Family & { atMost: number } => ({
  name,
  help,
  type: 'counter',
  atMost,
});

export const CAPTCHAS = counted('mw_captcha_solves', 'Captchas solved and failed.', 10);
export const HOSTNAMES = counted(
  'mw_provider_hostname_count',
  'Searches, by the origin of the page.',
  200,
);
export const STATUSES = counted('mw_provider_status_count', 'How searches at a source ended.', 300);
export const TOOLS = counted(
  'mw_provider_tool_count',
  'Searches, by what they were made with.',
  10,
);
export const TITLES = counted('mw_media_watch_count', 'Searches, by title.', 5_000);

const KNOWN_TOOLS: ReadonlySet<string> = new Set(['default', 'custom-proxy', 'extension']);

/**
 * All of it comes from anybody, so the public labels are only what this server knows itself. Titles, which only the
 * operator reads, are short, and their number has an end.
 */
export function createProviderMetrics(options: ProviderMetricsOptions): ProviderMetrics {
  const { counters, sourceIds, origins } = options;
  const ownSources = new Set(sourceIds);
  const ownOrigins = new Set(origins);

  const knownId = (id: string): string => (ownSources.has(id) ? id : OTHER);
  return {
    providers: ({ items, tool }, origin) => {
      const named = webOrigin(origin);
      const isShown = named === UNKNOWN || ownOrigins.has(named);
      counters.add(HOSTNAMES, formatLabels({ hostname: isShown ? named : OTHER_ORIGIN }));
      for (const { embedId, providerId, status } of items) {
        const provider = knownId(embedId ? embedId : providerId);
        counters.add(STATUSES, formatLabels({ provider_id: provider, status }));
      }
      countTitle(counters, items, knownId);
      if (tool) {
        counters.add(TOOLS, formatLabels({ tool: KNOWN_TOOLS.has(tool) ? tool : OTHER }));
      }
      return true;
    },
    captcha: (solved) => {
      counters.add(CAPTCHAS, formatLabels({ success: String(solved) }));
      return true;
    },
  };
}

function countTitle(
  counters: Counters,
  items: ProviderReport['items'],
  knownId: (id: string) => string,
): void {
  const last = items.at(-1);
  if (!last) return;
  const found = items.find(({ status }) => status === 'success');
  const success = String(found !== undefined);
  const labels = formatLabels({
    tmdb_full_id: cut(`${last.type}-${last.tmdbId}`),
    provider_id: knownId((found ?? last).providerId),
    title: cut(last.title),
    success,
  });
  const other = { tmdb_full_id: OTHER, provider_id: OTHER, title: OTHER, success };
  counters.add(TITLES, labels, formatLabels(other));
}

const UNKNOWN = '<UNKNOWN>';
const OTHER = 'other';
/** Admin pages of movie-web clients add up only web addresses; RFC 2606 keeps this one free. */
const OTHER_ORIGIN = 'https://other.invalid';

/** As a browser writes it, so that nobody breaks the line that admin pages read. */
function webOrigin(origin: string | undefined): string {
  const isPlain = origin !== undefined && /^https?:\/\/[\w.:[\]-]{1,240}$/i.test(origin);
  return (isPlain ? URL.parse(origin)?.origin : undefined) ?? UNKNOWN;
}

const LONGEST_LABEL = 150;

/** Cut in the middle of a sign, it would not be text any more. */
const cut = (text: string): string => text.slice(0, LONGEST_LABEL).toWellFormed();
