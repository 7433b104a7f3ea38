const LARGEST_BYTES = 32 * 1024 * 1024;

interface Body {
  /** What JSON says, or text. */
  readonly body: unknown;
  readonly bodyBase64?: string;
}

export async function readBody(answer: Response): Promise<Body> {
  const bytes = await bytesOf(answer);
  const text = new TextDecoder().decode(bytes);
  if (/\bjson\b/.test(answer.headers.get('content-type') ?? '')) return { body: parsed(text) };
  return isText(bytes) ? { body: text } : { body: text, bodyBase64: base64(bytes) };
}

async function bytesOf({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.length;
    if (size > LARGEST_BYTES) {
      await reader?.cancel();
      throw new Error(`The answer has more than ${LARGEST_BYTES} bytes.`);
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isText(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const CHUNK = 0x2000;

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(binary);
}
