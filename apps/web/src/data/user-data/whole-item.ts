// Libraries of thousands are read at every start. What is as it should be, and that is nearly all, is told at a glance; only the
// rest is gone through field by field.

export type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => Number.isFinite(value);
const isMissingOr = (value: unknown, is: (value: unknown) => boolean): boolean =>
  value === undefined || is(value);

export function areAll(values: unknown, is: (value: unknown) => boolean): boolean {
  if (!isObject(values)) return false;
  for (const key in values) if (!is(values[key])) return false;
  return true;
}

const isPart = (value: unknown): boolean =>
  isObject(value) && isNumber(value.watched) && isNumber(value.duration);

const isSeason = (value: unknown): boolean =>
  isObject(value) && isText(value.id) && isNumber(value.number) && isText(value.title);

const isEpisode = (value: unknown): boolean =>
  isObject(value) &&
  isText(value.id) &&
  isNumber(value.number) &&
  isText(value.title) &&
  isText(value.seasonId) &&
  isNumber(value.updatedAt) &&
  isPart(value.progress);

const isType = (value: unknown): boolean => value === 'movie' || value === 'show';

const isTitle = (value: unknown): value is Fields =>
  isObject(value) &&
  isText(value.title) &&
  isType(value.type) &&
  isNumber(value.updatedAt) &&
  isMissingOr(value.year, isNumber) &&
  isMissingOr(value.poster, isText);

/** Exactly what `ProgressItem` would leave as it is. */
export function isWholeProgress(value: unknown): boolean {
  return (
    isTitle(value) &&
    isMissingOr(value.progress, isPart) &&
    areAll(value.seasons, isSeason) &&
    areAll(value.episodes, isEpisode)
  );
}

export const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every(isText);

/** Exactly what `BookmarkItem` would leave as it is. */
export function isWholeBookmark(value: unknown): boolean {
  return (
    isTitle(value) &&
    isMissingOr(value.group, isListOfTexts) &&
    isMissingOr(value.favoriteEpisodes, isListOfTexts)
  );
}

/** Of either kind: what their schemas have in common. */
const isUpdate = (value: unknown): value is Fields =>
  isObject(value) &&
  isText(value.id) &&
  isText(value.tmdbId) &&
  isNumber(value.updatedAt) &&
  isMissingOr(value.type, isType) &&
  isMissingOr(value.title, isText) &&
  isMissingOr(value.year, isNumber) &&
  isMissingOr(value.poster, isText);

/** Exactly what `BookmarkChange` would leave as it is. */
export function isWholeBookmarkUpdate(value: unknown): boolean {
  return (
    isUpdate(value) &&
    (value.action === 'add' || value.action === 'delete') &&
    isMissingOr(value.group, isListOfTexts) &&
    isMissingOr(value.favoriteEpisodes, isListOfTexts)
  );
}

/** Exactly what `ProgressChange` would leave as it is. */
export function isWholeProgressUpdate(value: unknown): boolean {
  return (
    isUpdate(value) &&
    (value.action === 'upsert' || value.action === 'delete') &&
    isMissingOr(value.progress, isPart) &&
    isMissingOr(value.episodeId, isText) &&
    isMissingOr(value.seasonId, isText) &&
    isMissingOr(value.episodeNumber, isNumber) &&
    isMissingOr(value.seasonNumber, isNumber) &&
    isMissingOr(value.isImported, (flag) => typeof flag === 'boolean')
  );
}
