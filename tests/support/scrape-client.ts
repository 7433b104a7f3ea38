// Requests of a client of the running server.
import { Stream } from '@matinee/shared/media/stream';
import { z } from 'zod';

type Query = Readonly<Record<string, string>>;

const Completed = z.object({ stream: z.array(Stream).optional() });

/** The last event of running one source, as `type: data`. */
export async function endOf(base: string, query: Query): Promise<string> {
  const requested = new URLSearchParams(query).toString();
  const text = await textOf(`${base}/scrape/source?${requested}`);
  const last = text.split('\n\n').findLast((block) => block.startsWith('event: ')) ?? '';
  const [event, data] = last.split('\n').map((line) => line.slice(line.indexOf(': ') + 2));
  return `${event}: ${data}`;
}

/** The streams of one source for a title. */
export async function scrapeSource(base: string, query: Query): Promise<Stream[]> {
  const end = await endOf(base, query);
  const data = end.startsWith('completed: ') ? end.slice('completed: '.length) : '{}';
  return Completed.parse(JSON.parse(data)).stream ?? [];
}

export async function textOf(url: string | undefined): Promise<string> {
  return (await bytesOf(url)).toString();
}

export async function bytesOf(url: string | undefined): Promise<Buffer> {
  if (url === undefined) throw new Error('No address to read');
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

export function audioLines(master: string): string[] {
  return master.split('\n').filter((line) => line.startsWith('#EXT-X-MEDIA:TYPE=AUDIO'));
}
