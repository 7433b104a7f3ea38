// The text format of metrics pages, version 0.0.4.

export const PROMETHEUS_TEXT = 'text/plain; version=0.0.4; charset=utf-8';

export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'histogram' | 'summary';
}

export interface Sample {
  /** As `formatLabels` writes them. */
  readonly labels: string;
  /** Digits, where a number would lose some or become `1e+21`. */
  readonly value: number | string;
}

/** `a="1",b="2"`, in the given order. */
export function formatLabels(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replaceAll(/[\\"\n]/g, escaped)}"`)
    .join(',');
}

const escaped = (sign: string): string => (sign === '\n' ? '\\n' : `\\${sign}`);

export function heading({ name, help, type }: Family): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

export function formatFamily(family: Family, samples: readonly Sample[]): string {
  const lines = samples.map(({ labels, value }) => `${family.name}{${labels}} ${value}\n`);
  return `${heading(family)}${lines.join('')}`;
}
