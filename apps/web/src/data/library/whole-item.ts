// Libraries of thousands are read at every start. What is as it should be, and that is nearly all, is told at a glance; only the
// rest is gone through field by field.

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => Number.isFinite(value);
const isMissingOr = (value: unknown, is: (value: unknown) => boolean): boolean =>
  value === undefined || is(value);

function areAll(values: unknown, is: (value: unknown) => boolean): boolean {
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

const isTitle = (value: unknown): value is Fields =>
  isObject(value) &&
  isText(value.title) &&
  (value.type === 'movie' || value.type === 'show') &&
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

const isListOfTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/** Exactly what `BookmarkItem` would leave as it is. */
export function isWholeBookmark(value: unknown): boolean {
  return (
    isTitle(value) &&
    isMissingOr(value.group, isListOfTexts) &&
    isMissingOr(value.favoriteEpisodes, isListOfTexts)
  );
}
