// Server-sent events of endpoints for administrators.
import type { Endpoint } from '@matinee/shared/contract/endpoint';
import type { z } from 'zod';
import { siteOrigin } from '#config.ts';
import { sessionHeaders } from '#data/session.ts';
import { fetchWatched } from '#lib/http.ts';
import { readEvents } from '#lib/sse.ts';

/** The server pings every 15 s. */
const LIMITS = { idleMs: 45_000, maxBytes: 4 * 1024 * 1024 };

interface EventsRequest<Event> {
  readonly endpoint: Pick<Endpoint, 'method' | 'path'>;
  readonly query?: Readonly<Record<string, string>>;
  readonly schema: z.ZodType<Event>;
  readonly signal: AbortSignal;
}

/** Rejects if the server doesn't send events. Leaving the loop closes the connection. */
export async function* adminEvents<Event>({
  endpoint: { method, path },
  query = {},
  schema,
  signal,
}: EventsRequest<Event>): AsyncGenerator<Event, void> {
  const search = new URLSearchParams({ ...query }).toString();
  const response = await fetchWatched(`${siteOrigin}${path}?${search}`, {
    method,
    headers: { accept: 'text/event-stream', ...sessionHeaders(siteOrigin) },
    cache: 'no-store',
    credentials: 'omit',
    signal,
  });
  if (!response.ok || !response.body) throw new Error(`Status ${response.status}`);
  for await (const { event, data } of readEvents(response.body, LIMITS)) {
    const fields: object = JSON.parse(data);
    yield schema.parse({ ...fields, type: event });
  }
}
