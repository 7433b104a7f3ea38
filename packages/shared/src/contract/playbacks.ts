import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const TEN_MINUTES = 600;

/** The delivery of a video: from its source, relayed by this server, or remuxed or converted by this server. */
const Delivery = z.enum(['direct', 'relayed', 'remuxed', 'converted']);
export type Delivery = z.infer<typeof Delivery>;

/** `left`: the viewer left before the end. `lost`: no report has arrived for a while. */
const PlaybackState = z.enum(['playing', 'paused', 'finished', 'left', 'failed', 'lost']);

/** The interval of a page's reports while it plays. */
export const PLAYBACK_REPORT_SECONDS = 20;

export const MAX_KBPS = 1_000_000;

const PlaybackReport = z.object({
  /** A random ID, the same in all reports of one stream. */
  id: z.string().regex(/^[\w-]{16,40}$/),
  /** The start of the stream token, if the video comes through this server. See `streamSession`. */
  stream: z
    .string()
    .regex(/^[\w-]{22}$/)
    .optional(),
  /** `Carnival`, or `Carnival S1 E2`. */
  title: z.string().min(1).max(200),
  source: z.string().regex(/^[\w.:-]{1,60}$/),
  state: z.enum(['playing', 'paused', 'finished', 'left', 'failed']),
  /** The name of the player's error. */
  error: z
    .string()
    .regex(/^[\w-]{1,60}$/)
    .optional(),
  /** The height of the picture. */
  height: z.number().int().min(1).max(20_000).optional(),
  /** The average bitrate of the video, if the player knows it. */
  kbps: z.number().int().min(0).max(MAX_KBPS).optional(),
  /** True if the browser could play the file's own video, and a lower quality plays. */
  isLowered: z.boolean().optional(),
  /** The seconds played since the last report. */
  seconds: z.number().min(0).max(120),
  /** Whether the account agrees to show its name. */
  isNamed: z.boolean().optional(),
});
export type PlaybackReport = z.infer<typeof PlaybackReport>;

export const reportPlayback = endpoint({
  method: 'POST',
  path: '/playbacks',
  summary: 'Reports what a page plays, for administrators.',
  access: 'optional',
  budget: { bucket: 'playbacks', max: 1_200, seconds: TEN_MINUTES, store: 'memory' },
  bodyLimit: 4 * 1024,
  body: PlaybackReport,
  reply: z.literal(true),
});

/** Returns the session of a stream token: its first 128 bits, which all tokens of one playback share. */
export function streamSession(url: string): string | undefined {
  return /\/stream\/([\w-]{22})[\w-]+/.exec(url)?.[1];
}

export const ListedPlayback = z.object({
  id: z.string(),
  /** A nickname, or a pseudonym of the day. */
  viewer: z.string(),
  isNamed: z.boolean(),
  /** Null if the viewer doesn't send reports. */
  title: z.string().nullable(),
  source: z.string().nullable(),
  delivery: Delivery.nullable(),
  /** The reason why the server relays or converts the video. */
  reason: z.enum(['noAccess', 'container', 'codec', 'quality']).nullable(),
  height: z.number().nullable(),
  /** The average rate that this server measured, or else the rate that the page reports. */
  kbps: z.number().nullable(),
  state: PlaybackState,
  error: z.string().nullable(),
  /** The seconds played. */
  seconds: z.number(),
  startedAt: z.string(),
  seenAt: z.string(),
});
export type ListedPlayback = z.infer<typeof ListedPlayback>;

export const MAX_LISTED_PLAYBACKS = 200;

export const listPlaybacks = endpoint({
  method: 'GET',
  path: '/admin/playbacks',
  summary: 'Lists what is playing and what was played in the last hour, the latest first.',
  access: 'admin',
  reply: z.object({
    /** The number of playbacks in the last hour. */
    total: z.number().int(),
    playing: z.number().int(),
    playbacks: z.array(ListedPlayback),
  }),
});

export const PlayDay = z.object({
  /** `2026-11-26`, in UTC. */
  day: z.string(),
  plays: z.number(),
  seconds: z.number(),
  /** The number of distinct viewers on that day. */
  viewers: z.number(),
  failed: z.number(),
});
export type PlayDay = z.infer<typeof PlayDay>;

export const listPlayDays = endpoint({
  method: 'GET',
  path: '/admin/days',
  summary: 'Lists how much was played on each day, the earliest first.',
  access: 'admin',
  query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
  reply: z.object({ days: z.array(PlayDay) }),
});
