import { z } from 'zod';

const MAX_SHOWN = 200;
const MAX_READ = 8 * 1024;

/** The shapes in which relays of the family explain themselves. */
const Message = z.union([
  z.object({ message: z.string() }).transform((body) => body.message),
  z.object({ error: z.string() }).transform((body) => body.error),
]);
const FieldErrors = z.record(
  z.string(),
  z.union([z.array(z.string()), z.object({ _errors: z.array(z.string()) })]),
);

/** One readable line from an answer that is not an event stream. */
export async function explainRefusal(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.includes('text/html')) {
    await response.body?.cancel();
    return 'The scrape service answered with a web page';
  }
  const text = await start(response);
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
      // Errors that belong to no field have this name.
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

async function start(response: Response): Promise<string> {
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
    // A refusal that breaks off is explained by what came.
  }
  reader.cancel().catch(() => undefined);
  return text.slice(0, MAX_READ);
}
