// The history by day, as somebody remembers it: by the calendar on the wall.
import type { HistoryItem } from '#data/user-data/history.ts';

export interface HistoryDay {
  /** `2026-3-9`, by the device's calendar. */
  readonly key: string;
  /** The time of its latest entry, in milliseconds since 1970. */
  readonly at: number;
  readonly items: readonly HistoryItem[];
}

/** `items`: the newest first. */
export function historyDays(items: readonly HistoryItem[]): HistoryDay[] {
  const days = new Map<string, HistoryItem[]>();
  for (const item of items) {
    const key = dayKey(item.updatedAt);
    const day = days.get(key);
    if (day) day.push(item);
    else days.set(key, [item]);
  }
  return [...days].map(([key, all]) => ({ key, at: all[0]?.updatedAt ?? 0, items: all }));
}

export function dayKey(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

/** The first `count` entries, in their days. */
export function firstOf(days: readonly HistoryDay[], count: number): HistoryDay[] {
  let left = count;
  return days.flatMap((day) => {
    const items = day.items.slice(0, left);
    left -= items.length;
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
