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
  /** Sources and embeds of this server; all others count as one. */
  readonly sourceIds: readonly string[];
  /** Origins whose pages are expected to report; all others count as one. */
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

/** Searches on this site's own relay. */
const DEFAULT_TOOL = 'default';
const KNOWN_TOOLS: ReadonlySet<string> = new Set([DEFAULT_TOOL, 'custom-proxy', 'extension']);

const RESULTS = { success: 'found', notfound: 'notFound', failed: 'failed' } as const;

/**
 * Anyone can send reports, so public labels take only known values. Titles, which only the operator
 * reads, are cut, and their number is limited.
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
        // This server has recorded the searches that it ran itself.
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
/** Admin pages of movie-web clients add up only web addresses; RFC 2606 reserves this one. */
const OTHER_ORIGIN = 'https://other.invalid';

/** Normalizes the origin, so that no client can break the line that admin pages read. */
function webOrigin(origin: string | undefined): string {
  const isPlain = origin !== undefined && /^https?:\/\/[\w.:[\]-]{1,240}$/i.test(origin);
  return (isPlain ? URL.parse(origin)?.origin : undefined) ?? UNKNOWN;
}

const MAX_LABEL_LENGTH = 150;

/** A cut inside a surrogate pair would leave invalid UTF-8. */
const cut = (text: string): string => text.slice(0, MAX_LABEL_LENGTH).toWellFormed();
