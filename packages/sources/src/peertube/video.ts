/** What a PeerTube host says of a video. */
import { z } from 'zod';
import { errorMessage } from '#errors.ts';
import { NotFoundError, type FetchResponse, type RunContext } from '#source.ts';
import { readJson } from '#read-json.ts';
import { lenientArray } from '#lenient-array.ts';

/** A name as long as a book is none, and takes long to compare. */
export const VideoName = z.string().max(300);

export const Named = z.object({ id: z.number().nullable().catch(null) }).catch({ id: null });
/** An account or a channel. */
export const Person = z
  .object({
    name: z.string().optional().catch(undefined),
    host: z.string().optional().catch(undefined),
    displayName: z.string().optional().catch(undefined),
  })
  .optional()
  .catch(undefined);
export type PeertubePerson = z.infer<typeof Person>;

const File = z.object({
  resolution: z.object({ id: z.number() }),
  fileUrl: z.string(),
  hasAudio: z.boolean().optional(),
  hasVideo: z.boolean().optional(),
});
export type PeertubeFile = z.infer<typeof File>;

const Playlist = z.object({
  type: z.literal(1),
  playlistUrl: z.string().min(1),
  files: lenientArray(File),
});

export const Video = z.object({
  name: VideoName,
  url: z.string().optional().catch(undefined),
  duration: z.number().positive().optional().catch(undefined),
  originallyPublishedAt: z.string().nullish().catch(undefined),
  isLive: z.boolean().catch(false),
  licence: Named,
  state: Named,
  privacy: Named,
  account: Person,
  channel: Person,
  files: lenientArray(File),
  streamingPlaylists: lenientArray(Playlist),
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
  context: Pick<RunContext, 'fetch'>,
  { base, video }: VideoAddress,
): Promise<PeertubeVideo | undefined> {
  const answer = await context.fetch(`${base}/api/v1/videos/${video}`);
  if (answer.status === 404) return undefined;
  if (answer.status === 401 || answer.status === 403) throw new NotFoundError(whyClosed(answer));
  const parsed = Video.safeParse(readJson(answer, 'The PeerTube host'));
  if (!parsed.success) throw new Error('The PeerTube host answered with an unknown shape');
  return parsed.data;
}

/** A film without its captions still plays. */
export async function fetchCaptions(
  context: Pick<RunContext, 'fetch' | 'signal' | 'warn'>,
  { base, video }: VideoAddress,
): Promise<readonly PeertubeCaption[]> {
  try {
    const answer = await context.fetch(`${base}/api/v1/videos/${video}/captions`);
    const json = readJson(answer, 'The PeerTube host');
    return z.object({ data: lenientArray(Caption) }).parse(json).data;
  } catch (error) {
    context.signal.throwIfAborted();
    context.warn(`No captions: ${errorMessage(error)}`);
    return [];
  }
}

const Problem = z.object({ code: z.string().optional().catch(undefined) });

/** Refusals come as RFC 7807 problems; what the code does not tell, the status does. */
function whyClosed({ body }: FetchResponse): string {
  let problem: unknown;
  try {
    problem = JSON.parse(body);
  } catch {
    // Some hosts refuse in plain text.
  }
  const { code } = Problem.catch({ code: undefined }).parse(problem);
  const wantsPassword = code === 'video_requires_password' || code === 'incorrect_video_password';
  return wantsPassword ? 'the video has a password' : 'the video is private';
}
