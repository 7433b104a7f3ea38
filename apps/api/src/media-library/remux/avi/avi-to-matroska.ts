// Presents an AVI file as a Matroska file, which mediabunny reads. Each cluster is written when it is read, because the
// times of frames and the ends of sound frames are known only then.
import { LRUCache } from 'lru-cache';
import { countLookup } from '#lib/measurements.ts';
import { MAX_CLUSTER_BYTES, planClusters, type AviTrack, type AviCluster } from './avi-clusters.ts';
import { audioFormat, H264, h264Frames, audioCodec, videoFormat } from './avi-codecs.ts';
import { writeCluster, type FrameOptions } from './avi-frames.ts';
import { writeHead, type CopiedAudio, type CopiedTracks } from './avi-head.ts';
import { readAviIndex, type ChunkTable } from './avi-index.ts';
import { readAviStructure, type AviBytes, type AviFile, type AviStream } from './avi-structure.ts';
import { displayOrder } from '../h264/h264-display-order.ts';
import type { MatroskaFile } from '../matroska/matroska-elements.ts';
import { InvalidMediaError } from '../../media-errors.ts';

export interface RemuxedAvi extends MatroskaFile {
  /** The memory that the view takes. */
  readonly heldBytes: number;
}

/** The view has no frames if the video can't be copied. Throws `InvalidMediaError` if the file is damaged. */
export async function remuxAvi(file: AviBytes): Promise<RemuxedAvi> {
  const structure = await readAviStructure(file);
  const { streams } = structure;
  const [video] = streams.flatMap((stream) => withFormat(stream, videoFormat(stream)));
  if (!video) throw new InvalidMediaError('it has no video');
  const audio = streams.flatMap((stream) => withFormat(stream, audioFormat(stream)));
  const tracks: CopiedTracks = { video: { ...video, configuration: undefined }, audio };
  return video.format.isCopied
    ? await remuxFrames(file, structure, tracks)
    : createRemuxedAvi({ head: writeHead(tracks, []), clusters: [], heldBytes: 0 });
}

const MAX_UNIT_SECONDS = 10;

function withFormat<T>(stream: AviStream, format: T | undefined) {
  const { unitSeconds } = stream;
  const isPlausible = unitSeconds > 0 && unitSeconds < MAX_UNIT_SECONDS;
  return format && isPlausible ? [{ stream, format }] : [];
}

async function remuxFrames(
  file: AviBytes,
  structure: AviFile,
  { video, audio }: CopiedTracks,
): Promise<RemuxedAvi> {
  const tables = await readAviIndex(file, structure);
  const [videoTrack, ...audioTracks] = [video, ...audio].map(({ stream }, at) =>
    trackOf(stream, tables, at + 1),
  );
  if (!videoTrack) throw new InvalidMediaError('it has no video');
  const firstFrame = await firstChunk(file, videoTrack.chunks, (chunk) =>
    videoTrack.chunks.isKey(chunk),
  );
  const h264 = video.format.codec === H264 ? h264Frames(firstFrame, video.format.extra) : undefined;
  const copiedAudio = await Promise.all(
    audio.map(async (each, at): Promise<CopiedAudio> => {
      const table = audioTracks[at]?.chunks;
      const first = table ? await firstChunk(file, table, () => true) : Buffer.alloc(0);
      return { ...each, format: { ...each.format, codec: audioCodec(each.format, first) } };
    }),
  );
  const options: FrameOptions = {
    displayOrder: h264 && ((frames) => displayOrder(frames, h264)),
    prefix: h264?.prefix ?? Buffer.alloc(0),
  };
  const clusters = planClusters(videoTrack, audioTracks, options.prefix.length);
  const head = writeHead(
    { video: { ...video, configuration: h264?.record }, audio: copiedAudio },
    clusters,
  );
  const tableBytes = tables.reduce((sum, table) => sum + table.bytes(), 0);
  return createRemuxedAvi({
    head,
    clusters,
    heldBytes: head.length + tableBytes + clusters.length * CLUSTER_BYTES,
    write: (cluster) => writeCluster(file, cluster, options),
  });
}

function trackOf(stream: AviStream, tables: readonly ChunkTable[], number: number): AviTrack {
  const chunks = tables[stream.number];
  if (!chunks) throw new InvalidMediaError('its index is damaged');
  const { unitBytes = 0, blockBytes = 0, readFrame } = audioFormat(stream) ?? {};
  return { number, stream, chunks, unitBytes, blockBytes, readFrame };
}

/** An estimate for one cluster of `planClusters` with two tracks. */
const CLUSTER_BYTES = 400;
const MAX_FIRST_BYTES = 16 * 1024 * 1024;

/** Returns an empty buffer if there is none. */
async function firstChunk(
  { read }: AviBytes,
  { count, offset, size }: ChunkTable,
  isWanted: (chunk: number) => boolean,
): Promise<Buffer> {
  for (let chunk = 0; chunk < count(); chunk += 1) {
    if (size(chunk) === 0 || !isWanted(chunk)) continue;
    return await read(offset(chunk), offset(chunk) + Math.min(size(chunk), MAX_FIRST_BYTES));
  }
  return Buffer.alloc(0);
}

interface RemuxedAviOptions {
  readonly head: Buffer;
  readonly clusters: readonly AviCluster[];
  readonly heldBytes: number;
  readonly write?: (cluster: AviCluster) => Promise<Buffer>;
}

/** Video and sound are read from the same clusters. The largest possible cluster fits. */
const MAX_CACHED_BYTES = MAX_CLUSTER_BYTES;
const CLUSTER_TTL_MS = 5_000;

function createRemuxedAvi({ head, clusters, heldBytes, write }: RemuxedAviOptions): RemuxedAvi {
  const offsets: number[] = [];
  let size = head.length;
  for (const { bytes } of clusters) {
    offsets.push(size);
    size += bytes;
  }
  const cache = new LRUCache<number, Promise<Buffer>>({
    maxSize: MAX_CACHED_BYTES,
    ttl: CLUSTER_TTL_MS,
    ttlAutopurge: true,
  });

  function contentOf(index: number): Promise<Buffer> {
    const known = cache.get(index);
    countLookup('AVI clusters', known ? 'hit' : 'miss');
    const cluster = clusters[index];
    if (known) return known;
    if (!cluster || !write) throw new InvalidMediaError('it has no such part');
    const content = write(cluster);
    cache.set(index, content, { size: cluster.bytes });
    content.catch(() => cache.delete(index));
    return content;
  }

  return {
    size,
    heldBytes,
    read: async (start, end) => {
      const parts: Buffer[] = start < head.length ? [head.subarray(start, end)] : [];
      let index = Math.max(0, firstAfter(offsets, start) - 1);
      for (let at = Math.max(start, head.length); at < end; index += 1) {
        const content = await contentOf(index);
        const offset = offsets[index] ?? 0;
        parts.push(content.subarray(at - offset, end - offset));
        at = offset + content.length;
      }
      const [only] = parts;
      return only && parts.length === 1 ? only : Buffer.concat(parts);
    },
  };
}

/** Returns the index of the first offset after the position. */
function firstAfter(offsets: readonly number[], position: number): number {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}
