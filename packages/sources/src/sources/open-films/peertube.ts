import { z } from 'zod';
import { NotFound } from '#source.ts';
import type { RunContext } from '#source.ts';
import { readJson } from '#read-json.ts';

const Named = z.object({ id: z.number().nullable().catch(null) }).catch({ id: null });
const People = z.object({ displayName: z.string() }).optional().catch(undefined);

const File = z.object({
  resolution: z.object({ id: z.number() }),
  fileUrl: z.string(),
  hasAudio: z.boolean().optional(),
  hasVideo: z.boolean().optional(),
});
export type PeertubeFile = z.infer<typeof File>;

const Playlist = z.object({ type: z.literal(1), playlistUrl: z.string().min(1) });

/** Rows that are not what they should be are left out; the others still play. */
function rowsOf<Row>(schema: z.ZodType<Row>) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((rows) =>
      rows.flatMap((row) => {
        const parsed = schema.safeParse(row);
        return parsed.success ? [parsed.data] : [];
      }),
    );
}

const Video = z.object({
  name: z.string(),
  url: z.string().optional().catch(undefined),
  isLive: z.boolean().catch(false),
  licence: Named,
  state: Named,
  privacy: Named,
  account: People,
  channel: People,
  files: rowsOf(File),
  streamingPlaylists: rowsOf(Playlist),
});
export type PeertubeVideo = z.infer<typeof Video>;

const Caption = z.object({
  language: z.object({ id: z.string() }),
  captionPath: z.string().optional(),
  fileUrl: z.string().nullish(),
  automaticallyGenerated: z.boolean().optional().catch(undefined),
});
export type PeertubeCaption = z.infer<typeof Caption>;

export interface VideoAddress {
  readonly base: string;
  readonly video: string;
}

/** Undefined when the host knows no such video. */
export async function fetchVideo(
  context: RunContext,
  { base, video }: VideoAddress,
): Promise<PeertubeVideo | undefined> {
  const answer = await context.fetch(`${base}/api/v1/videos/${video}`);
  if (answer.status === 404) return undefined;
  if (answer.status === 401 || answer.status === 403) throw new NotFound('the video is private');
  const parsed = Video.safeParse(readJson(answer, 'The PeerTube host'));
  if (!parsed.success) throw new Error('The PeerTube host answered with an unknown shape');
  return parsed.data;
}

/** A film without its captions still plays. */
export async function fetchCaptions(
  context: RunContext,
  { base, video }: VideoAddress,
): Promise<readonly PeertubeCaption[]> {
  try {
    const answer = await context.fetch(`${base}/api/v1/videos/${video}/captions`);
    const json = readJson(answer, 'The PeerTube host');
    return z.object({ data: rowsOf(Caption) }).parse(json).data;
  } catch (error) {
    context.signal.throwIfAborted();
    context.warn(`No captions: ${error instanceof Error ? error.message : 'unknown'}`);
    return [];
  }
}
