import { z } from 'zod';

/** The Archive gives any repeatable field as a scalar or an array, and numbers as text at times. */
export const Texts = z
  .unknown()
  .optional()
  .transform((value): readonly string[] =>
    [value]
      .flat()
      .filter((each) => typeof each === 'string' || typeof each === 'number')
      .map(String),
  );

export const Text = Texts.transform((texts) => texts[0]);

export const Num = Text.transform((text) => {
  const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
});

/** Seconds: `5732.5`, `1:35:32` or `42:10`. */
export const Duration = Text.transform((text) => {
  if (text === undefined || !/^(?:\d+:){0,2}\d+(?:\.\d+)?$/.test(text.trim())) return undefined;
  const seconds = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return seconds > 0 ? seconds : undefined;
});

/** The year out of `1940`, `1940-01-01T00:00:00Z` or `[1940]`. */
export function yearIn(...texts: readonly (string | undefined)[]): number | undefined {
  for (const text of texts) {
    const year = text?.match(/(?:^|\D)(1[89]\d\d|20\d\d)(?!\d)/)?.[1];
    if (year !== undefined) return Number(year);
  }
  return undefined;
}

/** `urn:imdb:tt0032599`, or an address of the title's page. */
export function imdbIdsIn(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => (/imdb/i.test(text) ? (text.match(/tt\d{5,}/g) ?? []) : []));
}

const IDENTIFIER = /^[A-Za-z0-9@][A-Za-z0-9_.-]{1,99}$/;

export function isIdentifier(text: string | undefined): text is string {
  return text !== undefined && IDENTIFIER.test(text);
}
