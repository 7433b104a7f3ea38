// Reads a relay's response: the events of its stream, or the reason why there are none.
import { CaptionTrack, ImageCaptionTrack, QUALITIES } from '@matinee/shared/media/stream';
import { Chapter, MAX_CHAPTERS, MAX_SEGMENTS, Segment } from '@matinee/shared/media/timeline';
import type { EventSourceMessage } from 'eventsource-parser';
import { z, type ZodType } from 'zod';

/**
 * `unreachable`: another relay may work. `rejected`: the relay rejected the request. `broken`: the stream was cut off
 * or invalid.
 */
type RelayFailure = 'unreachable' | 'rejected' | 'broken';

/** The relay's rate limit. */
export class TooManySearches extends Error {
  override name = 'TooManySearches';
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export class RelayError extends Error {
  override name = 'RelayError';
  readonly failure: RelayFailure;

  constructor(failure: RelayFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

const MAX_SHOWN = 200;
const MAX_READ = 8 * 1024;

/** Error bodies of the relays in use. */
const Message = z.union([
  z.object({ message: z.string() }).transform((body) => body.message),
  z.object({ error: z.string() }).transform((body) => body.error),
]);
const FieldErrors = z.record(
  z.string(),
  z.union([z.array(z.string()), z.object({ _errors: z.array(z.string()) })]),
);

/** Describes a response that is not an event stream in one line. */
export async function describeResponse(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.includes('text/html')) {
    await response.body?.cancel();
    return 'The relay responded with a web page';
  }
  const text = await readStart(response);
  if (response.ok) return "The relay didn't send any events";
  const detail = explainBody(text).slice(0, MAX_SHOWN);
  return `The relay responded with status ${response.status}${detail === '' ? '' : `: ${detail}`}`;
}

function explainBody(text: string): string {
  const body = parseJson(text);
  if (body === undefined) return text.trim();
  const message = Message.safeParse(body);
  if (message.success) return message.data;
  const fields = FieldErrors.safeParse(body);
  if (!fields.success) return '';
  return (
    Object.entries(fields.data)
      .map(([field, errors]) => ({
        field,
        errors: Array.isArray(errors) ? errors : errors._errors,
      }))
      .filter(({ errors }) => errors.length > 0)
      // `_errors` belong to no field.
      .map(({ field, errors }) => (field === '_errors' ? '' : `${field}: `) + errors.join(', '))
      .join('; ')
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readStart(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (text.length < MAX_READ) {
      const chunk = await reader.read();
      if (chunk.done) break;
      text += decoder.decode(chunk.value, { stream: true });
    }
  } catch {
    // The part that has arrived is enough.
  }
  reader.cancel().catch(() => undefined);
  return text.slice(0, MAX_READ);
}

const UNEXPLAINED = { name: 'Error', message: 'The relay failed' };

/**
 * Identifies an event by its name, never by the shape of its data. Undefined for events without an effect: tokens, and
 * events of newer relays.
 */
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

/** Does the same for the run of one source or embed, which some relays end with `noOutput`. */
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
    throw new RelayError('broken', `The relay sent an invalid "${message.event}" event`);
  }
}

export function parsed<T>(schema: ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new RelayError('broken', 'The relay sent an unknown event');
}

const PlayableFile = z.object({ type: z.literal('mp4'), url: z.string().min(1) });
const known = new Set<string>(QUALITIES);

const LenientStream = z.looseObject({
  captions: z.array(z.unknown()).optional(),
  imageCaptions: z.array(z.unknown()).optional(),
  chapters: z.array(z.unknown()).optional(),
  segments: z.array(z.unknown()).optional(),
  qualities: z.record(z.string(), z.unknown()).optional(),
});
const WithStream = z.looseObject({ stream: z.union([LenientStream, z.array(LenientStream)]) });

/**
 * Drops unusable qualities, captions, chapters and segments of other relays. Leaves a stream of an unknown type to the
 * contract, which rejects it.
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
  const { captions = [], imageCaptions, chapters, segments } = stream;
  return {
    flags: [],
    ...stream,
    captions: valid(CaptionTrack, captions),
    ...(imageCaptions && { imageCaptions: valid(ImageCaptionTrack, imageCaptions) }),
    ...(chapters && { chapters: valid(Chapter, chapters).slice(0, MAX_CHAPTERS) }),
    ...(segments && { segments: valid(Segment, segments).slice(0, MAX_SEGMENTS) }),
    ...(stream.qualities && {
      qualities: Object.fromEntries(
        Object.entries(stream.qualities).filter(
          ([quality, file]) => known.has(quality) && PlayableFile.safeParse(file).success,
        ),
      ),
    }),
  };
}

const valid = (schema: ZodType, items: readonly unknown[]): unknown[] =>
  items.filter((item) => schema.safeParse(item).success);
