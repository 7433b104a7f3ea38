import type { ProviderReport } from '@matinee/shared/contract/metrics';
import type { SourceStats } from './source-stats.ts';
import { formatLabels, type CounterFamily, type Counters } from './counters.ts';

export interface ProviderReports {
  /** Counts the results of each source in one search. */
  providers(report: ProviderReport, origin: string | undefined): true;
  captcha(solved: boolean): true;
}

export interface ProviderReportsOptions {
  readonly counters: Counters;
  /** Sources and embeds of this server. All others count as one. */
  readonly sourceIds: readonly string[];
  /** Origins of pages that should report. All others count as one. */
  readonly origins: readonly string[];
  readonly recordSource?: SourceStats['record'];
}

export const CAPTCHAS: CounterFamily = {
  name: 'mw_captcha_solves',
  help: 'Captchas solved and failed.',
  maxSeries: 10,
};
export const HOSTNAMES: CounterFamily = {
  name: 'mw_provider_hostname_count',
  help: 'Searches, by the origin of the page.',
  maxSeries: 200,
};
export const STATUSES: CounterFamily = {
  name: 'mw_provider_status_count',
  help: 'How searches at a source ended.',
  maxSeries: 300,
};
export const TOOLS: CounterFamily = {
  name: 'mw_provider_tool_count',
  help: 'Searches, by what they were made with.',
  maxSeries: 10,
};
export const TITLES: CounterFamily = {
  name: 'mw_media_watch_count',
  help: 'Searches, by title.',
  maxSeries: 5_000,
};

/** The tool of searches on this site's own relay. */
const DEFAULT_TOOL = 'default';
const KNOWN_TOOLS: ReadonlySet<string> = new Set([DEFAULT_TOOL, 'custom-proxy', 'extension']);

const RESULTS = { success: 'found', notfound: 'notFound', failed: 'failed' } as const;

/**
 * Counts reports. Anyone can send them, so public labels accept only known values. Titles, which only the operator
 * sees, are truncated and limited in number.
 */
export function createProviderReports(options: ProviderReportsOptions): ProviderReports {
  const { counters, recordSource } = options;
  const sourceIds = new Set(options.sourceIds);
  const origins = new Set(options.origins);

  const providerLabel = (id: string): string => (sourceIds.has(id) ? id : OTHER);
  return {
    providers: ({ items, tool }, origin) => {
      const named = webOrigin(origin);
      const isShown = named === UNKNOWN || origins.has(named);
      counters.add(HOSTNAMES, formatLabels({ hostname: isShown ? named : OTHER_ORIGIN }));
      for (const { embedId, providerId, status } of items) {
        const provider = providerLabel(embedId ? embedId : providerId);
        counters.add(STATUSES, formatLabels({ provider_id: provider, status }));
        // Skip searches that this server ran, because it has already recorded them.
        if (!embedId && sourceIds.has(providerId) && tool && tool !== DEFAULT_TOOL)
          recordSource?.(providerId, RESULTS[status]);
      }
      countTitle(counters, items, providerLabel);
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
  providerLabel: (id: string) => string,
): void {
  const last = items.at(-1);
  if (!last) return;
  const found = items.find(({ status }) => status === 'success');
  const success = String(found !== undefined);
  const labels = formatLabels({
    tmdb_full_id: cut(`${last.type}-${last.tmdbId}`),
    provider_id: providerLabel((found ?? last).providerId),
    title: cut(last.title),
    success,
  });
  const other = { tmdb_full_id: OTHER, provider_id: OTHER, title: OTHER, success };
  counters.add(TITLES, labels, formatLabels(other));
}

const UNKNOWN = '<UNKNOWN>';
const OTHER = 'other';
/** Admin pages of movie-web clients add up only URLs. RFC 2606 reserves this one. */
const OTHER_ORIGIN = 'https://other.invalid';

/** Normalizes the origin, to keep clients from breaking the line that admin pages read. */
function webOrigin(origin: string | undefined): string {
  const isPlain = origin !== undefined && /^https?:\/\/[\w.:[\]-]{1,240}$/i.test(origin);
  return (isPlain ? URL.parse(origin)?.origin : undefined) ?? UNKNOWN;
}

const MAX_LABEL_LENGTH = 150;

/** Truncates a text. Repairs a split surrogate pair, which would be invalid UTF-8. */
const cut = (text: string): string => text.slice(0, MAX_LABEL_LENGTH).toWellFormed();
