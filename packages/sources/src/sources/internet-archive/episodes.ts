/** Archives hold episodes one to an item, or many in a pack: which is it, and which file? */
import { normaliseTitle, noiseWord, runtimeFit } from '#match.ts';
import { chooseMovie, type Choice } from './choose-recording.ts';
import { readableName } from './file-name.ts';
import type { SearchTarget } from './search-target.ts';
import { areSameLength, mergeRecordings, type Recording } from './recordings.ts';

export type ItemHolds = 'episode' | 'pack' | 'other';

interface EpisodeTag {
  readonly season: number;
  readonly episode: number;
}

const PACK = /^(?:complete )?(?:series|show|all episodes|episodes)?(?: complete)?$/;
const SEASON_PACK = /^(?:complete )?(?:season|series) 0?(\d{1,2})(?: complete)?$/;

/** `S01E02`, `S01-E19`, `S01 E01`, `S1E3`, `2x05`. */
export function episodeTag(text: string): EpisodeTag | undefined {
  const found =
    /(?:(?<![A-Za-z\d])[sS]|(?<=[a-z])S)(\d{1,2})[\s._-]*[eE](\d{1,3})(?!\d)/.exec(text) ??
    /(?<!\d)(\d{1,2})x(\d{2,3})(?!\d)/i.exec(text);
  return found ? { season: Number(found[1]), episode: Number(found[2]) } : undefined;
}

export function itemHolds(title: string, wanted: SearchTarget, isOfSeries = false): ItemHolds {
  const series = normaliseTitle(wanted.title);
  const text = normaliseTitle(title);
  const bearsName = text === series || text.startsWith(`${series} `);
  if (!bearsName && !isOfSeries) return 'other';
  const tag = episodeTag(title);
  if (tag) return isWanted(tag, wanted) ? 'episode' : 'other';
  const rest = bearsName ? text.slice(series.length).trim() : text;
  if (isEpisodeTitle(rest, wanted)) return 'episode';
  const season = SEASON_PACK.exec(rest)?.[1];
  if (season !== undefined) return Number(season) === wanted.season ? 'pack' : 'other';
  const bare = rest.replace(/\b(?:1[89]|20)\d\d\b/g, '').trim();
  return PACK.test(bare) ? 'pack' : 'other';
}

/** The one recording in an item that is the wanted episode. */
export function chooseEpisode(
  works: readonly Recording[],
  wanted: SearchTarget,
  holds: ItemHolds,
): Choice {
  const usable = works.filter(({ root }) => noiseWord(readableName(root), wanted) === undefined);
  const tagged = usable.filter(({ root }) => episodeTag(root) !== undefined);
  const byTag = tagged.filter(({ root }) => {
    const tag = episodeTag(root);
    return tag !== undefined && isWanted(tag, wanted);
  });
  const byTitle = usable.filter(({ root }) =>
    isEpisodeTitle(nameAfterSeries(root, wanted), wanted),
  );
  const named = byTag.length > 0 ? byTag : byTitle;
  if (named.length > 0) return onlyOne(named, wanted);
  if (holds === 'episode' && tagged.length === 0) {
    return chooseMovie(usable, { ...wanted, title: wanted.episodeTitle ?? wanted.title }, [
      wanted.title,
    ]);
  }
  return { reason: 'this episode is not in it' };
}

function onlyOne(named: readonly Recording[], wanted: SearchTarget): Choice {
  const fitting = named.filter((work) => runtimeFit(work.seconds, wanted.runtimeMin) !== 'off');
  const [first, ...others] = fitting;
  if (!first) return { reason: 'its files are of another length' };
  if (!others.every((other) => areSameLength(first, other))) {
    return { reason: 'several files claim to be this episode' };
  }
  const work = mergeRecordings(fitting);
  return work ? { work } : { reason: 'no file that plays' };
}

function isWanted(tag: EpisodeTag, wanted: SearchTarget): boolean {
  return tag.season === wanted.season && tag.episode === wanted.episode;
}

/** Exactly the title, perhaps after a running number: `Ep06 Trick or Treat`, `BH06 ...`. */
function isEpisodeTitle(text: string, { episodeTitle }: SearchTarget): boolean {
  const title = normaliseTitle(episodeTitle ?? '').replaceAll(' ', '');
  const rest = normaliseTitle(text.replace(/^(?:episode |ep )?[a-z]{0,3}\d{1,3} /, ''));
  const asked = [normaliseTitle(text), rest].map((each) => each.replaceAll(' ', ''));
  return title !== '' && asked.includes(title);
}

function nameAfterSeries(root: string, wanted: SearchTarget): string {
  const name = normaliseTitle(readableName(root)).replace(/ (?:hd|hq|sd|\d{3,4}p)$/, '');
  const series = normaliseTitle(wanted.title);
  return name.startsWith(`${series} `) ? name.slice(series.length + 1) : name;
}
