// Failures of a relay, and their explanation for the user.
import { z } from 'zod';

/** `unreachable`: another relay may work. `refused`: the relay rejected the request. `broken`: the stream was cut off or invalid. */
export type RelayFailure = 'unreachable' | 'refused' | 'broken';

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
    return 'The scrape service answered with a web page';
  }
  const text = await readStart(response);
  if (response.ok) return 'The scrape service did not answer with events';
  const detail = explainBody(text).slice(0, MAX_SHOWN);
  return `The scrape service answered ${response.status}${detail === '' ? '' : `: ${detail}`}`;
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
    // The part that arrived is enough.
  }
  reader.cancel().catch(() => undefined);
  return text.slice(0, MAX_READ);
}
