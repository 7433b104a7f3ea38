// Finds the clusters of a Matroska file without an index. Each cluster's size tells where the next one begins.
import { childNumber, elementAt, hasSize, type ReadBytes } from './matroska-elements.ts';
import { CLUSTER, type CuePoint, type MatroskaHead } from './matroska-head.ts';
import { CLUSTER_TIMESTAMP } from './matroska-subtitle-blocks.ts';

/** A file for small reads that are far from each other. */
export interface SparseFile {
  readonly readDirectly: ReadBytes;
  readonly size: number;
}

interface FoundClusters {
  /** The clusters found so far, in order, like the entries of an index. */
  readonly cues: readonly CuePoint[];
  /**
   * Finds the clusters up to this second. Rejects when the signal aborts or after some seconds. The next call
   * continues from there.
   */
  readonly reach: (seconds: number, signal: AbortSignal) => Promise<void>;
}

/** A cluster's header, checksum and time. */
const CLUSTER_START_BYTES = 64;
/** More than 24 hours with a cluster every two seconds. The server finds no subtitles after them. */
const MAX_ELEMENTS = 50_000;
const REACH_TIMEOUT_MS = 8_000;
/** A cluster belongs to no single track. */
const ALL_TRACKS = 0;

export function findClusters(
  { readDirectly, size }: SparseFile,
  { firstCluster, secondsPerTick }: Pick<MatroskaHead, 'firstCluster' | 'secondsPerTick'>,
): FoundClusters {
  const cues: CuePoint[] = [];
  let count = 0;
  /** Undefined at the end. */
  let next = firstCluster;
  let reading: Promise<void> | undefined;

  async function readNext(at: number): Promise<void> {
    const bytes = await readDirectly(at, Math.min(at + CLUSTER_START_BYTES, size));
    const read: ReadBytes = async (from, to) => bytes.subarray(from - at, to - at);
    const element = await elementAt({ read, size }, at);
    count += 1;
    const isLast = !element || !hasSize(element) || element.end >= size || count === MAX_ELEMENTS;
    next = isLast ? undefined : element.end;
    if (element?.id !== CLUSTER) return;
    const time = childNumber(bytes.subarray(element.start - at), CLUSTER_TIMESTAMP);
    if (time !== undefined) {
      cues.push({ seconds: time * secondsPerTick, track: ALL_TRACKS, cluster: at });
    }
  }

  return {
    cues,
    reach: async (seconds, signal) => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(REACH_TIMEOUT_MS)]);
      while (next !== undefined && (cues.at(-1)?.seconds ?? -1) <= seconds) {
        limit.throwIfAborted();
        // Concurrent readers share one read. It continues as long as one of them waits.
        reading ??= readNext(next).finally(() => (reading = undefined));
        await reading;
      }
    },
  };
}
