// What a page's own thread did, by Chromium's trace: its list of long tasks leaves out those that only draw.
import type { Browser, Page } from '@playwright/test';
import { z } from 'zod';

const CATEGORIES = ['blink.user_timing', 'disabled-by-default-devtools.timeline'];

const TraceEvent = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** Microseconds, as is its duration. */
  ts: z.number().default(0),
  dur: z.number().default(0),
});
const Trace = z.object({ traceEvents: z.array(TraceEvent) });

/** In milliseconds, the longest task that ended after one mark of the page (`performance.mark`) and before another. */
export type LongestTask = (after: string, before: string) => number;

/** Of all that is done until the work has ended; one page of a browser at a time. */
export async function traceMainThread(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<LongestTask> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await work();
  const { traceEvents } = Trace.parse(JSON.parse((await browser.stopTracing()).toString()));
  return (after, before) => {
    const [from, to] = [after, before].map((mark) => traceEvents.find(({ name }) => name === mark));
    if (!from || !to) throw new Error(`The page has not come from ${after} to ${before}.`);
    const ended = traceEvents.filter(({ name, pid, tid, ts, dur }) => {
      const isTask = name === 'RunTask' && pid === from.pid && tid === from.tid;
      return isTask && ts + dur > from.ts && ts + dur < to.ts;
    });
    return Math.max(0, ...ended.map(({ dur }) => dur)) / 1000;
  };
}
