// What the page of metrics says, in the text format of Prometheus.

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** Comments, and lines that are none of it, are passed over. */
export function parseMetrics(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', number] = LINE.exec(line) ?? [];
    const value = Number(number);
    if (name === undefined || Number.isNaN(value)) return [];
    const pairs = [...labels.matchAll(LABEL)].map(
      ([, label = '', quoted = '']) => [label, unescaped(quoted)] as const,
    );
    return [{ name, labels: Object.fromEntries(pairs), value }];
  });
}

function unescaped(quoted: string): string {
  return quoted.replaceAll(/\\(.)/g, (_match, sign: string) => (sign === 'n' ? '\n' : sign));
}

export interface SourceCount {
  readonly id: string;
  readonly found: number;
  readonly notFound: number;
  readonly failed: number;
}

export interface Counts {
  readonly accounts: number;
  readonly searches: number;
  /** Those that were asked most first. */
  readonly sources: readonly SourceCount[];
}

export function countsOf(samples: readonly Sample[]): Counts {
  const sum = (name: string): number =>
    samples.reduce((total, sample) => total + (sample.name === name ? sample.value : 0), 0);
  return {
    accounts: sum('mw_user_count'),
    searches: sum('mw_provider_hostname_count'),
    sources: sourceCounts(samples),
  };
}

function sourceCounts(samples: readonly Sample[]): SourceCount[] {
  const counts = new Map<string, SourceCount>();
  for (const { name, labels, value } of samples) {
    const { provider_id: id, status } = labels;
    if (name !== 'mw_provider_status_count' || id === undefined) continue;
    const before = counts.get(id) ?? { id, found: 0, notFound: 0, failed: 0 };
    if (status === 'success') counts.set(id, { ...before, found: before.found + value });
    else if (status === 'notfound')
      counts.set(id, { ...before, notFound: before.notFound + value });
    else counts.set(id, { ...before, failed: before.failed + value });
  }
  const asked = ({ found, notFound, failed }: SourceCount): number => found + notFound + failed;
  return [...counts.values()].toSorted((one, other) => asked(other) - asked(one));
}
