import { STATUS_CODES } from 'node:http';
import { formatFamily, formatLabels, heading, type Family } from './prometheus.ts';

export interface Answered {
  readonly method: string;
  /** The pattern, never the path: a path is anything a visitor can think of. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export interface RequestDurations {
  observe(answered: Answered): void;
  /** A request that was answered with 4xx, for whatever path. */
  readonly countRefused: (status: number) => void;
  /** As the metrics page prints them. */
  print(): string;
}

const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const QUANTILES = [0.01, 0.05, 0.5, 0.9, 0.95, 0.99, 0.999];

/** Quantiles are read from steps of a tenth, from 10 µs to beyond an hour: as good as one digit, and cheap for ever. */
const FINEST = 0.00001;
const STEP = Math.log(1.1);
const STEPS = 210;

interface Series {
  readonly labels: string;
  readonly hasFailed: boolean;
  readonly buckets: number[];
  readonly steps: Uint32Array;
  sum: number;
  count: number;
}

export function createRequestDurations(): RequestDurations {
  const series = new Map<string, Series>();
  const refused = new Map<string, number>();
  return {
    observe: ({ method, route, status, seconds }) => {
      const code = codeOf(status);
      const key = `${method} ${code} ${route}`;
      let one = series.get(key);
      if (!one) {
        const labels = formatLabels({ method, route, status_code: code });
        series.set(key, (one = newSeries(labels, status >= 400)));
      }
      one.count += 1;
      one.sum += seconds;
      const bucket = BOUNDS.findIndex((bound) => seconds <= bound);
      if (bucket !== -1) one.buckets[bucket] = (one.buckets[bucket] ?? 0) + 1;
      const step = stepOf(seconds);
      one.steps[step] = (one.steps[step] ?? 0) + 1;
    },
    countRefused: (status) => {
      const code = codeOf(status);
      refused.set(code, (refused.get(code) ?? 0) + 1);
    },
    print: () => printAll([...series.values()]) + printRefused(refused),
  };
}

/** Servers behind the proxy answer with any number they like. */
const codeOf = (status: number): string =>
  String(status) in STATUS_CODES ? String(status) : `${Math.floor(status / 100)}xx`;

const newSeries = (labels: string, hasFailed: boolean): Series => ({
  labels,
  hasFailed,
  buckets: BOUNDS.map(() => 0),
  steps: new Uint32Array(STEPS),
  sum: 0,
  count: 0,
});

function stepOf(seconds: number): number {
  const step = Math.round(Math.log(Math.max(seconds, FINEST) / FINEST) / STEP);
  return Math.min(step, STEPS - 1);
}

function quantile({ steps, count }: Series, share: number): number {
  const rank = Math.max(1, Math.ceil(share * count));
  let seen = 0;
  const step = steps.findIndex((some) => (seen += some) >= rank);
  return Number((FINEST * Math.exp(step * STEP)).toPrecision(3));
}

const HISTOGRAM = 'http_request_duration_seconds';
const SUMMARY = 'http_request_summary_seconds';

function printAll(all: readonly Series[]): string {
  const histogram = heading({
    name: HISTOGRAM,
    help: 'How long requests took, by route.',
    type: 'histogram',
  });
  const summary = heading({
    name: SUMMARY,
    help: 'How long requests took since the start, by route.',
    type: 'summary',
  });
  // Refusals are many, short and made by whoever likes; their buckets say enough.
  const answers = all.filter(({ hasFailed }) => !hasFailed);
  return (
    histogram + all.map(printHistogram).join('') + summary + answers.map(printSummary).join('')
  );
}

const REFUSED: Family = {
  name: 'http_requests_refused_total',
  help: 'Requests answered with 4xx, for any path. They are logged only at debug.',
  type: 'counter',
};

function printRefused(refused: ReadonlyMap<string, number>): string {
  const samples = [...refused].map(([code, value]) => ({
    labels: formatLabels({ status_code: code }),
    value,
  }));
  return formatFamily(REFUSED, samples);
}

function printHistogram({ labels, buckets, sum, count }: Series): string {
  let upTo = 0;
  let text = '';
  for (const [at, bound] of BOUNDS.entries()) {
    upTo += buckets[at] ?? 0;
    text += `${HISTOGRAM}_bucket{le="${bound}",${labels}} ${upTo}\n`;
  }
  return `${text}${HISTOGRAM}_bucket{le="+Inf",${labels}} ${count}\n${totals(HISTOGRAM, { labels, sum, count })}`;
}

function printSummary(series: Series): string {
  const { labels } = series;
  const lines = QUANTILES.map(
    (share) => `${SUMMARY}{quantile="${share}",${labels}} ${quantile(series, share)}\n`,
  );
  return lines.join('') + totals(SUMMARY, series);
}

function totals(name: string, { labels, sum, count }: Pick<Series, 'labels' | 'sum' | 'count'>) {
  return `${name}_sum{${labels}} ${sum}\n${name}_count{${labels}} ${count}\n`;
}
