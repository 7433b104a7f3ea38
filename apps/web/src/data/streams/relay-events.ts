// Reads the events of a relay's streams. The name of an event, never the shape of its data, decides what it is.
import { CaptionTrack, ImageCaptionTrack, QUALITIES } from '@matinee/shared/media/stream';
import type { EventSourceMessage } from 'eventsource-parser';
import { z, type ZodType } from 'zod';
import { RelayError } from './relay-error.ts';

const UNEXPLAINED = { name: 'Error', message: 'The scrape service failed' };

/** Undefined for events that change nothing: tokens, and those of newer relays. */
export function eventOf(message: EventSourceMessage): unknown {
  switch (message.event) {
    case 'init':
    case 'update':
    case 'discoverEmbeds':
    case 'race':
      return withType(message.event, json(message));
    case 'completed':
      return withType('completed', acceptStreams(json(message)));
    case 'start':
      return { type: 'start', id: json(message) };
    case 'noOutput':
      return { type: 'noOutput' };
    case 'error':
      return { ...UNEXPLAINED, ...withType('error', message.data === '' ? {} : json(message)) };
    default:
      return undefined;
  }
}

/** The same for the run of one source or embed, which some relays end with `noOutput`. */
export function singleEventOf(message: EventSourceMessage): unknown {
  switch (message.event) {
    case 'noOutput':
      return { type: 'error', name: 'NotFoundError', message: 'No streams found' };
    case 'update':
    case 'completed':
    case 'error':
      return eventOf(message);
    default:
      return undefined;
  }
}

function withType(type: string, data: unknown): { type: string } {
  return typeof data === 'object' ? { ...data, type } : { type };
}

export function json(message: EventSourceMessage): unknown {
  try {
    return JSON.parse(message.data);
  } catch {
    throw new RelayError('broken', `The scrape service sent a broken "${message.event}" event`);
  }
}

export function parsed<T>(schema: ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new RelayError('broken', 'The scrape service sent an event that is not of its protocol');
}

const PlayableFile = z.object({ type: z.literal('mp4'), url: z.string().min(1) });
const known = new Set<string>(QUALITIES);

const LenientStream = z.looseObject({
  captions: z.array(z.unknown()).optional(),
  imageCaptions: z.array(z.unknown()).optional(),
  qualities: z.record(z.string(), z.unknown()).optional(),
});
const WithStream = z.looseObject({ stream: z.union([LenientStream, z.array(LenientStream)]) });

/**
 * Drops qualities and captions of other relays that cannot be played here. A stream of an unknown type stays as it is, for the
 * contract to reject.
 */
function acceptStreams(data: unknown): unknown {
  const parsedData = WithStream.safeParse(data);
  if (!parsedData.success) return data;
  const { stream } = parsedData.data;
  return {
    ...parsedData.data,
    stream: Array.isArray(stream) ? stream.map(accept) : accept(stream),
  };
}

function accept(stream: z.infer<typeof LenientStream>): unknown {
  return {
    flags: [],
    ...stream,
    captions: (stream.captions ?? []).filter((caption) => CaptionTrack.safeParse(caption).success),
    ...(stream.imageCaptions && {
      imageCaptions: stream.imageCaptions.filter(
        (caption) => ImageCaptionTrack.safeParse(caption).success,
      ),
    }),
    ...(stream.qualities && {
      qualities: Object.fromEntries(
        Object.entries(stream.qualities).filter(
          ([quality, file]) => known.has(quality) && PlayableFile.safeParse(file).success,
        ),
      ),
    }),
  };
}
