// One question to one place: the index of all instances, or an instance.
import { z } from 'zod';
import { readJson } from '#read-json.ts';
import { lenientArray } from '#lenient-array.ts';
import type { RunContext } from '#source.ts';
import { Named, Person, VideoName } from '#peertube/video.ts';

/** Matches are fuzzy and sorted by score: what is not among the first is not it. */
const ROWS = 20;

const Row = z.object({
  uuid: z.string().regex(/^[\w-]{8,64}$/),
  /** Of its page at the host that it comes from. */
  url: z.url({ protocol: /^https?$/ }),
  name: VideoName,
  duration: z.number().positive().optional().catch(undefined),
  originallyPublishedAt: z.string().nullish().catch(undefined),
  isLive: z.boolean().catch(false),
  nsfw: z.boolean().catch(false),
  licence: Named,
  account: Person,
  channel: Person,
});
export type PeertubeRow = z.infer<typeof Row>;

const Found = z.object({ data: z.array(z.unknown()).pipe(lenientArray(Row)) });

export interface SearchPlace {
  readonly base: string;
  /** An instance also knows what others have; the index is for that. */
  readonly kind: 'index' | 'instance';
}

export async function searchVideos(
  context: Pick<RunContext, 'fetch'>,
  { base, kind }: SearchPlace,
  title: string,
): Promise<readonly PeertubeRow[]> {
  const { host } = new URL(base);
  const answer = await context.fetch(`${base}/api/v1/search/videos`, {
    query: {
      search: title,
      start: 0,
      count: ROWS,
      sort: '-match',
      nsfw: 'false',
      isLive: 'false',
      searchTarget: kind === 'instance' ? 'local' : undefined,
    },
  });
  const parsed = Found.safeParse(readJson(answer, `PeerTube at ${host}`));
  if (!parsed.success) throw new Error(`PeerTube at ${host} answered with an unknown shape`);
  return parsed.data.data.filter(({ isLive, nsfw }) => !isLive && !nsfw);
}
