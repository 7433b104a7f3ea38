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
  /** Sources and embeds that exist here; others are told apart only up to a number. */
  readonly sourceIds: readonly string[];
  /** Origins whose pages are meant to report. */
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

/** All of it comes from anybody, so every label is short and their number has an end. */
export function createProviderMetrics(options: ProviderMetricsOptions): ProviderMetrics {
  const { counters, sourceIds, origins } = options;
  const ownSources = new Set(sourceIds);
  const ownOrigins = new Set(origins);

  const countStatus = (id: string, status: string): void => {
    const labels = formatLabels({ provider_id: cut(id), status });
    const other = formatLabels({ provider_id: 'other', status });
    counters.add(STATUSES, labels, ownSources.has(id) ? undefined : other);
  };
  return {
    providers: ({ items, tool }, origin) => {
      const hostname = webOrigin(origin);
      const isOwn = ownOrigins.has(hostname) || hostname === UNKNOWN;
      const other = isOwn ? undefined : formatLabels({ hostname: 'other' });
      counters.add(HOSTNAMES, formatLabels({ hostname }), other);
      for (const { embedId, providerId, status } of items) {
        countStatus(embedId ? embedId : providerId, status);
      }
      countTitle(counters, items);
      if (tool) {
        const label = KNOWN_TOOLS.has(tool) ? tool : 'other';
        counters.add(TOOLS, formatLabels({ tool: label }));
      }
      return true;
    },
    captcha: (solved) => {
      counters.add(CAPTCHAS, formatLabels({ success: String(solved) }));
      return true;
    },
  };
}

function countTitle(counters: Counters, items: ProviderReport['items']): void {
  const last = items.at(-1);
  if (!last) return;
  const found = items.find(({ status }) => status === 'success');
  const success = String(found !== undefined);
  const labels = formatLabels({
    tmdb_full_id: cut(`${last.type}-${last.tmdbId}`),
    provider_id: cut((found ?? last).providerId),
    title: cut(last.title),
    success,
  });
  const other = { tmdb_full_id: 'other', provider_id: 'other', title: 'other', success };
  counters.add(TITLES, labels, formatLabels(other));
}

const UNKNOWN = '<UNKNOWN>';

/** As a browser writes it, so that nobody breaks the line that admin pages read. */
function webOrigin(origin: string | undefined): string {
  const isPlain = origin !== undefined && /^https?:\/\/[\w.:[\]-]{1,240}$/i.test(origin);
  return (isPlain ? URL.parse(origin)?.origin : undefined) ?? UNKNOWN;
}

const LONGEST_LABEL = 150;

/** Cut in the middle of a sign, it would not be text any more. */
const cut = (text: string): string => text.slice(0, LONGEST_LABEL).toWellFormed();
