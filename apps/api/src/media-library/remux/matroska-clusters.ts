// Finds the clusters of a Matroska file without an index: each tells where the next one begins.
import { childNumber, elementAt, hasSize, type ReadBytes } from './matroska-elements.ts';
import { CLUSTER, type CuePoint, type MatroskaHead } from './matroska-head.ts';
import { CLUSTER_TIMESTAMP } from './matroska-subtitle-blocks.ts';

/** A file of which small parts are read that are far from each other. */
export interface SparseFile {
  readonly readDirectly: ReadBytes;
  readonly size: number;
}

interface FoundClusters {
  /** Those that are known, in their order, like the entries of an index. */
  readonly cues: readonly CuePoint[];
  /**
   * Finds those up to this second. Rejects when the signal ends or after some seconds; another call
   * goes on from there.
   */
  readonly reach: (seconds: number, signal: AbortSignal) => Promise<void>;
}

/** The header of a cluster and its time, with a checksum between them. */
const CLUSTER_START_BYTES = 64;
/** More than 24 hours with a cluster for every two seconds. The rest of a file has no subtitles. */
const MAX_ELEMENTS = 50_000;
const REACH_TIMEOUT_MS = 8_000;
/** Clusters belong to no single track. */
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
        // Readers of several tracks go on together, as long as one of them stays.
        reading ??= readNext(next).finally(() => (reading = undefined));
        await reading;
      }
    },
  };
}
