// The rows of the source page: who could have this title, and how they did so far.
import { SKIPPED_FOR_SPEED, type MissCause } from '@matinee/shared/contract/scrape';
import { sourcesFor, type SourceList } from '#data/streams/metadata.ts';
import { shownStatus } from './scrape-progress.ts';
import type { SwitchState, Trial } from './source-picker.ts';
import type { Watch } from './watch-machine.ts';

export type SourceMark = 'playing' | 'untried' | Trial;

export interface SourceEntry {
  readonly id: string;
  readonly name: string;
  readonly mark: SourceMark;
  /** Why a source that answered has nothing to play. */
  readonly cause?: MissCause | undefined;
}

interface Known {
  readonly state: Watch;
  readonly trials: Readonly<Record<string, Trial>>;
  readonly causes: SwitchState['causes'];
  /** The viewer's. */
  readonly order: readonly string[];
}

export function sourceEntries(list: SourceList, known: Known): readonly SourceEntry[] {
  const { state, trials, causes, order } = known;
  if (!('meta' in state)) return [];
  return sourcesFor(list, state.meta.type, order).map(({ id, name }) => ({
    id,
    name,
    mark: trials[id] ?? markOf(state, id),
    cause: trials[id] === undefined ? causeOf(state, id) : causes[id],
  }));
}

function causeOf(state: Watch, id: string): MissCause | undefined {
  const mark = markOf(state, id);
  if (!('progress' in state) || (mark !== 'notfound' && mark !== 'failure')) return undefined;
  const source = state.progress.sources.find((one) => one.id === id);
  return [source, ...(source?.embeds ?? [])].flatMap((item) => item?.cause ?? [])[0];
}

function markOf(state: Watch, id: string): SourceMark {
  if ('sourceId' in state && state.sourceId === id) {
    return state.at === 'playbackError' ? 'failure' : 'playing';
  }
  if (!('progress' in state)) return 'untried';
  if ('broken' in state && state.broken?.includes(id)) return 'failure';
  const source = state.progress.sources.find((one) => one.id === id);
  if (!source || source.reason === SKIPPED_FOR_SPEED) return 'untried';
  const status = shownStatus(state.progress, source);
  return status === 'notfound' || status === 'failure' ? status : 'untried';
}

/** Who to ask after one that did not do: the first behind it that nobody has asked, else the first of all. */
export function nextSource(
  entries: readonly SourceEntry[],
  after: string,
): SourceEntry | undefined {
  const at = entries.findIndex(({ id }) => id === after);
  const round = [...entries.slice(at + 1), ...entries.slice(0, Math.max(at, 0))];
  return round.find(({ mark }) => mark === 'untried');
}
