// Groups the history by local calendar day.
import type { HistoryItem } from '#data/user-data/history.ts';

export interface HistoryDay {
  /** Such as `2026-3-9`. */
  readonly key: string;
  /** The time of its latest entry, in milliseconds since 1970. */
  readonly at: number;
  readonly items: readonly HistoryItem[];
}

/** `items` must be sorted, newest first. */
export function historyDays(items: readonly HistoryItem[]): HistoryDay[] {
  const days = new Map<string, HistoryItem[]>();
  for (const item of items) {
    const key = dayKey(item.updatedAt);
    const day = days.get(key);
    if (day) day.push(item);
    else days.set(key, [item]);
  }
  return [...days].map(([key, entries]) => ({
    key,
    at: entries[0]?.updatedAt ?? 0,
    items: entries,
  }));
}

export function dayKey(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

/** The first `count` entries, grouped by day. */
export function firstEntries(days: readonly HistoryDay[], count: number): HistoryDay[] {
  let remaining = count;
  return days.flatMap((day) => {
    const items = day.items.slice(0, remaining);
    remaining -= items.length;
    return items.length > 0 ? [{ ...day, items }] : [];
  });
}

/** Both in milliseconds since 1970. */
export function isDayBefore(at: number, now: number): boolean {
  const day = new Date(now);
  return (
    dayKey(at) === dayKey(new Date(day.getFullYear(), day.getMonth(), day.getDate() - 1).getTime())
  );
}
