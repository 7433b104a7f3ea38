export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const verdict = (isMet: boolean): string => (isMet ? 'met' : 'MISSED');

/** Prints a value with its share of the goal, which it must not exceed. */
export function row(name: string, measured: number, goal: number, unit: string): void {
  const ratio = (measured / goal).toFixed(2);
  const text = `${measured.toFixed(2)} ${unit}`.padStart(12);
  console.log(
    `  ${name.padEnd(34)}${text}${ratio.padStart(8)} of the goal  ${verdict(measured <= goal)}`,
  );
}
