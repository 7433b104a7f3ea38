import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const TEN_MINUTES = 600;

/** The way of a video to the viewer: from its source, through this server, or changed by it. */
const Delivery = z.enum(['direct', 'relayed', 'remuxed', 'converted']);
export type Delivery = z.infer<typeof Delivery>;

/** `left`: before the end. `lost`: nothing was heard of it for a while. */
const PlaybackState = z.enum(['playing', 'paused', 'finished', 'left', 'failed', 'lost']);

/** The interval of a page's reports while it plays. */
export const PLAYBACK_REPORT_SECONDS = 20;

export const MAX_KBPS = 1_000_000;

const PlaybackReport = z.object({
  /** Random, the same for all reports of one stream. */
  id: z.string().regex(/^[\w-]{16,40}$/),
  /** The start of this server's stream token, if the video comes through it; see `streamSession`. */
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
  /** Lines of the picture. */
  height: z.number().int().min(1).max(20_000).optional(),
  /** The average of the video, where the player knows it. */
  kbps: z.number().int().min(0).max(MAX_KBPS).optional(),
  /** True if the browser could play the file's own video, and a lower quality plays. */
  isLowered: z.boolean().optional(),
  /** Played since the last report. */
  seconds: z.number().min(0).max(120),
  /** The account agrees to be named. */
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

/** The session of a stream token, which all tokens of one playback share: the first 128 bits. */
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
  /** The reason why the server is needed, or changes the video. */
  reason: z.enum(['noAccess', 'container', 'codec', 'quality']).nullable(),
  height: z.number().nullable(),
  /** Average of what this server sent, or else of what the page reports. */
  kbps: z.number().nullable(),
  state: PlaybackState,
  error: z.string().nullable(),
  /** Played. */
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
    /** All of the last hour. */
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
  /** Distinct viewers of that day. */
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
