// The part of the S3 protocol that backups need, with signatures by aws4fetch.
import { AwsClient } from 'aws4fetch';
import { Parser } from 'htmlparser2';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { countRetry } from '#lib/measurements.ts';
import { BackupError } from './archive.ts';

export interface BucketOptions {
  /** The URL of the service without a trailing slash. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface BucketObject {
  readonly key: string;
  readonly bytes: number;
}

export interface Bucket {
  readonly list: (prefix: string, signal?: AbortSignal) => Promise<readonly BucketObject[]>;
  /** Reads one part at a time. Removes an incomplete upload after a failure. */
  readonly upload: (key: string, object: UploadSource, signal?: AbortSignal) => Promise<void>;
  readonly describe: (key: string, signal?: AbortSignal) => Promise<ObjectHead>;
  readonly open: (key: string, signal?: AbortSignal) => Promise<Readable>;
  readonly remove: (key: string, signal?: AbortSignal) => Promise<void>;
}

export interface UploadSource {
  readonly bytes: number;
  /** The hash of all bytes, stored beside the object. */
  readonly sha256: string;
  readonly read: (offset: number, bytes: number) => Promise<Uint8Array<ArrayBuffer>>;
}

export interface ObjectHead {
  readonly bytes: number;
  readonly sha256: string | null;
}

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal | undefined;
}

const PART_BYTES = 8 * 1024 * 1024;
const MAX_PARTS = 10_000;
/** A part takes this long over a connection of half a megabit per second. */
const TIMEOUT_MS = 3 * 60_000;
const MAX_REPLY_BYTES = 2 * 1024 * 1024;
/** 10,000 objects. A prefix with more isn't one of backups. */
const MAX_PAGES = 10;
const SHA256_HEADER = 'x-amz-meta-sha256';

type Send = (request: S3Request) => Promise<Response>;

/** Sends signed requests to path-style URLs, which all services support. */
function createSender(options: BucketOptions): Send {
  const { accessKeyId, secretAccessKey, region } = options;
  const credentials = { accessKeyId, secretAccessKey, region, service: 's3' };
  const client = new AwsClient({ ...credentials, retries: 0 });

  // The time limit ends with the response's head.
  return async (request) => {
    const { method, key = '', query = {}, headers, body, signal } = request;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(timedOut()), TIMEOUT_MS).unref();
    const url = new URL(`${options.endpoint}/${options.bucket}/${key}`);
    url.search = new URLSearchParams(query).toString();
    try {
      const response = await fetchAgain(client, url.href, {
        method,
        headers: { ...headers, 'x-amz-content-sha256': sha256(body ?? new Uint8Array()) },
        redirect: 'error',
        signal: AbortSignal.any([late.signal, ...(signal ? [signal] : [])]),
        ...(body && { body }),
      });
      if (response.ok) return response;
      const [code] = valuesOf('Code', parseXml(await readText(response)));
      throw respondedWith(code ?? String(response.status));
    } catch (error) {
      if (error instanceof BackupError || signal?.aborted === true) throw error;
      const cause = causeOf(error);
      throw new BackupError(`The S3 service can't be reached: ${cause}.`, { cause });
    } finally {
      clearTimeout(timer);
    }
  };
}

const RETRIES = 2;
const FIRST_RETRY_MS = 500;
const TOO_MANY_REQUESTS = 429;

/** Retries after 5xx and 429, which busy services send. Metrics can't count the library's own retries. */
async function fetchAgain(
  client: AwsClient,
  url: string,
  init: RequestInit & { readonly signal: AbortSignal },
): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    // Pass the signal to `fetch`. Node loses the signal of a `Request` that is garbage-collected during the response.
    const response = await fetch(await client.sign(url, init), { signal: init.signal });
    const isBusy = response.status >= 500 || response.status === TOO_MANY_REQUESTS;
    if (!isBusy || attempt === RETRIES) return response;
    await response.body?.cancel();
    countRetry('S3');
    await pause(FIRST_RETRY_MS * 2 ** attempt * Math.random(), undefined, { signal: init.signal });
  }
}

export function createBucket(options: BucketOptions): Bucket {
  const send = createSender(options);
  const exchange = async (request: S3Request): Promise<readonly Element[]> =>
    parseXml(await readText(await send(request)));

  return {
    list: async (prefix, signal) => {
      const objects: BucketObject[] = [];
      let next: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const query = { 'list-type': '2', prefix, ...(next && { 'continuation-token': next }) };
        const elements = await exchange({ method: 'GET', query, signal });
        const keys = valuesOf('Key', elements);
        const sizes = valuesOf('Size', elements);
        objects.push(...keys.map((key, at) => ({ key, bytes: Number(sizes[at] ?? 0) })));
        [next] = valuesOf('NextContinuationToken', elements);
        if (!next) break;
      }
      return objects;
    },
    upload: async (key, object, signal) => {
      const headers = { [SHA256_HEADER]: object.sha256, 'content-type': 'application/x-tar' };
      const query = { uploads: '' };
      const created = await exchange({ method: 'POST', key, query, headers, signal });
      const [uploadId] = valuesOf('UploadId', created);
      if (!uploadId) throw new BackupError("The S3 service didn't start an upload.");
      try {
        const list = await uploadParts(send, { key, uploadId, signal }, object);
        const body = new TextEncoder().encode(list);
        const done = await exchange({ method: 'POST', key, query: { uploadId }, body, signal });
        // A response with status 200 may contain an error.
        const [code] = valuesOf('Code', done);
        if (code) throw respondedWith(code);
      } catch (error) {
        await send({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
        throw error;
      }
    },
    describe: async (key, signal) => {
      const { headers } = await send({ method: 'HEAD', key, signal });
      return { bytes: Number(headers.get('content-length')), sha256: headers.get(SHA256_HEADER) };
    },
    open: async (key, signal) => {
      return Readable.from(partsOf(await send({ method: 'GET', key, signal }), signal));
    },
    remove: async (key, signal) => void (await send({ method: 'DELETE', key, signal })),
  };
}

/** Keeps a reference to the response. Node ends the body of a response that is garbage-collected. */
async function* partsOf(response: Response, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* response.body ?? [];
  } catch (error) {
    if (error instanceof BackupError || signal?.aborted === true) throw error;
    const cause = causeOf(error);
    throw new BackupError(`The S3 service stopped sending: ${cause}.`, { cause });
  }
}

async function uploadParts(
  send: Send,
  { key, uploadId, signal }: UploadTarget,
  { bytes, read }: UploadSource,
): Promise<string> {
  const size = Math.max(PART_BYTES, Math.ceil(bytes / MAX_PARTS));
  const parts: string[] = [];
  for (let offset = 0; offset < bytes; offset += size) {
    const partNumber = String(parts.length + 1);
    const body = await read(offset, Math.min(size, bytes - offset));
    const query = { partNumber, uploadId };
    const response = await send({ method: 'PUT', key, query, body, signal });
    const etag = (response.headers.get('etag') ?? '').replaceAll('"', '&quot;');
    await response.body?.cancel();
    parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag}</ETag></Part>`);
  }
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
}

interface UploadTarget {
  readonly key: string;
  readonly uploadId: string;
  readonly signal: AbortSignal | undefined;
}

/** `cause`: a code without personal data or addresses. */
const respondedWith = (cause: string): BackupError =>
  new BackupError(`The S3 service responded with ${cause}.`, { cause });
const timedOut = (): Error => new Error('it took too long to respond');
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Returns the code of a network error, which contains no address. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return 'unknown error';
  return 'code' in cause ? String(cause.code) : cause.message;
}

async function readText(response: Response): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_REPLY_BYTES || signal.aborted)
      throw new BackupError("The S3 service's response is too long.");
  }
  return Buffer.concat(chunks).toString();
}

interface Element {
  readonly name: string;
  readonly text: string;
}

function parseXml(xml: string): readonly Element[] {
  const elements: Element[] = [];
  let text = '';
  const parser = new Parser(
    {
      onopentagname: () => (text = ''),
      ontext: (part) => (text += part),
      onclosetag: (name) => {
        elements.push({ name, text });
        text = '';
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return elements;
}

const valuesOf = (name: string, elements: readonly Element[]): string[] =>
  elements.filter((element) => element.name === name).map(({ text }) => text);
