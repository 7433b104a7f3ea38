// Requests of a visitor of the running server.
import { Stream } from '@matinee/shared/media/stream';
import { z } from 'zod';

type Query = Readonly<Record<string, string>>;

const Completed = z.object({ stream: z.array(Stream).optional() });

/** The last event of asking one source, as `type: data`. */
export async function endOf(base: string, query: Query): Promise<string> {
  const asked = new URLSearchParams(query).toString();
  const text = await textOf(`${base}/scrape/source?${asked}`);
  const last = text.split('\n\n').findLast((block) => block.startsWith('event: ')) ?? '';
  const [event, data] = last.split('\n').map((line) => line.slice(line.indexOf(': ') + 2));
  return `${event}: ${data}`;
}

/** The streams that one source has of a title. */
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
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return Buffer.from(await answer.arrayBuffer());
}

export function audioLines(master: string): string[] {
  return master.split('\n').filter((line) => line.startsWith('#EXT-X-MEDIA:TYPE=AUDIO'));
}
