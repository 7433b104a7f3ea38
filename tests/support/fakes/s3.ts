// An S3-compatible service with one bucket. It computes every signature itself, as the service does, and rejects
// others.
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

export const S3_KEYS = {
  BACKUP_S3_ACCESS_KEY_ID: 'AKIAFAKE',
  BACKUP_S3_SECRET_ACCESS_KEY: 'a/secret+key/of-the-fake',
};

interface StoredObject {
  readonly body: Buffer;
  readonly sha256: string | undefined;
}

export interface FakeS3 {
  /** The options of a server that uses it. */
  readonly options: Readonly<Record<string, string>>;
  readonly objects: Map<string, StoredObject>;
  /** Parts of uploads that are neither complete nor aborted. */
  readonly pending: () => number;
  /** The sizes of the bodies that were sent. */
  readonly bodies: readonly number[];
  readonly codes: readonly string[];
  /** Fails the requests for which this returns a code. */
  failWith: (method: string, url: URL) => string | undefined;
  /** Ends or holds the responses with objects after this many bytes. */
  breakOff: { readonly after: number; readonly by: 'closing' | 'stalling' } | undefined;
  /** The size of objects that `HEAD` responds with, instead of the real one. */
  announcedBytes: number | undefined;
  /** Stores a backup as an upload does. */
  readonly store: (key: string, body: Buffer) => void;
  readonly close: () => Promise<void>;
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer =>
  createHmac('sha256', key).update(data).digest();
/** RFC 3986, as in the description of Signature Version 4. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The code of the error that a service responds with; undefined if the request is signed well. */
function signatureError(
  { method = '', headers }: IncomingMessage,
  url: URL,
  body: Buffer,
): string | undefined {
  const [, access, day = '', region = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const time = String(headers['x-amz-date']);
  const hash = String(headers['x-amz-content-sha256']);
  if (access !== S3_KEYS.BACKUP_S3_ACCESS_KEY_ID) return 'InvalidAccessKeyId';
  if (!names.split(';').includes('host') || !time.startsWith(day)) return 'AccessDenied';
  if (hash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, url.pathname, query, lines.join(''), names, hash].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const secret = `AWS4${S3_KEYS.BACKUP_S3_SECRET_ACCESS_KEY}`;
  const key = hmac(hmac(hmac(hmac(secret, day), region), 's3'), 'aws4_request');
  return hmac(key, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

const xml = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${body}`;
const STATUS: Readonly<Record<string, number>> = { NoSuchKey: 404, SlowDown: 503 };
/** The keys per page of a list: few, so that tests need a second page. */
const PAGE = 10;

export async function startFakeS3(bucket = 'attic'): Promise<FakeS3> {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, { sha256: string | undefined; parts: Map<number, Buffer> }>();
  const bodies: number[] = [];
  const codes: string[] = [];

  const list = (url: URL): string => {
    const prefix = url.searchParams.get('prefix') ?? '';
    const after = url.searchParams.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted();
    const rest = keys.filter((key) => key > after);
    const page = rest.slice(0, PAGE);
    const next =
      rest.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    const rows = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><ETag>&quot;x&quot;</ETag><Size>${objects.get(key)?.body.length}</Size></Contents>`,
    );
    return xml(`<ListBucketResult>${next}${rows.join('')}</ListBucketResult>`);
  };

  const upload = (key: string, url: URL, incoming: IncomingMessage, body: Buffer) => {
    const id = url.searchParams.get('uploadId');
    if (id === null) {
      const made = `upload-${uploads.size + 1}`;
      const given = incoming.headers['x-amz-meta-sha256'];
      uploads.set(made, {
        sha256: given === undefined ? undefined : String(given),
        parts: new Map(),
      });
      return {
        text: xml(
          `<InitiateMultipartUploadResult><UploadId>${made}</UploadId></InitiateMultipartUploadResult>`,
        ),
      };
    }
    const found = uploads.get(id);
    if (!found) return { code: 'NoSuchUpload' };
    if (incoming.method === 'PUT') {
      found.parts.set(Number(url.searchParams.get('partNumber')), body);
      return { text: '', etag: `"${createHash('md5').update(body).digest('hex')}"` };
    }
    uploads.delete(id);
    if (incoming.method === 'DELETE') return { status: 204 };
    const named = [
      ...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g),
    ];
    const parts = named.map(([, number]) => found.parts.get(Number(number)) ?? Buffer.alloc(0));
    const isRight = named.every(
      ([, , etag], at) =>
        etag ===
        `&quot;${createHash('md5')
          .update(parts[at] ?? '')
          .digest('hex')}&quot;`,
    );
    if (!isRight) return { code: 'InvalidPart' };
    objects.set(key, { body: Buffer.concat(parts), sha256: found.sha256 });
    return { text: xml('<CompleteMultipartUploadResult/>') };
  };

  const fake: FakeS3 = {
    get options() {
      return { ...S3_KEYS, BACKUP_S3_ENDPOINT: address(), BACKUP_S3_BUCKET: bucket };
    },
    objects,
    pending: () => uploads.size,
    bodies,
    codes,
    failWith: () => undefined,
    breakOff: undefined,
    announcedBytes: undefined,
    store: (key, body) => void objects.set(key, { body, sha256: sha256(body) }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer((incoming, outgoing) => {
    void buffer(incoming).then(
      (body) => {
        const url = new URL(incoming.url ?? '/', 'http://s3.invalid');
        const key = decodeURIComponent(url.pathname.slice(`/${bucket}/`.length));
        bodies.push(body.length);
        const fail = (code: string): void => {
          codes.push(code);
          outgoing.writeHead(STATUS[code] ?? 403, { 'content-type': 'application/xml' });
          outgoing.end(xml(`<Error><Code>${code}</Code><Message>No.</Message></Error>`));
        };
        const wrong =
          signatureError(incoming, url, body) ?? fake.failWith(incoming.method ?? '', url);
        if (wrong !== undefined) return fail(wrong);
        if (key === '') return outgoing.end(list(url));
        if (url.searchParams.has('uploads') || url.searchParams.has('uploadId')) {
          const {
            code,
            text = '',
            etag,
            status = 200,
          } = {
            code: undefined,
            etag: undefined,
            ...upload(key, url, incoming, body),
          };
          if (code !== undefined) return fail(code);
          return outgoing.writeHead(status, etag === undefined ? {} : { etag }).end(text);
        }
        if (incoming.method === 'DELETE') {
          objects.delete(key);
          return outgoing.writeHead(204).end();
        }
        const object = objects.get(key);
        if (!object) return fail('NoSuchKey');
        const hash = object.sha256 === undefined ? {} : { 'x-amz-meta-sha256': object.sha256 };
        const isHead = incoming.method === 'HEAD';
        const bytes = (isHead ? fake.announcedBytes : undefined) ?? object.body.length;
        outgoing.writeHead(200, { 'content-length': bytes, ...hash });
        if (isHead) return outgoing.end();
        const { breakOff } = fake;
        if (!breakOff) return outgoing.end(object.body);
        return outgoing.write(object.body.subarray(0, breakOff.after), () => {
          if (breakOff.by === 'closing') outgoing.destroy();
        });
      },
      () => outgoing.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = (): string => {
    const at = server.address();
    return `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`;
  };
  return fake;
}
