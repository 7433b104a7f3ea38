// Lets a browser search this site from its address bar, with a description in the browser's language.
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const ENGLISH = 'Search movies and shows';

/** By locale. */
export type SearchLabels = Readonly<Record<string, string>>;

/** The file is part of the web app's build. */
export function readSearchLabels(path: string): SearchLabels {
  if (!existsSync(path)) return {};
  return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** Languages stand in the order of the user's preference. */
function searchLabel(labels: SearchLabels, acceptLanguage: string): string {
  for (const range of acceptLanguage.slice(0, 200).split(',')) {
    const found = localesOf(range.split(';')[0]?.trim() ?? '').find((locale) =>
      Object.hasOwn(labels, locale),
    );
    if (found !== undefined) return labels[found] ?? ENGLISH;
  }
  return ENGLISH;
}

/** For zh-TW: zh-TW, zh-Hant, zh. */
function localesOf(tag: string): readonly string[] {
  try {
    const { language, script, region } = new Intl.Locale(tag).maximize();
    return [`${language}-${region}`, `${language}-${script}`, language];
  } catch {
    return [];
  }
}

/** `origin` is a public origin of this server. */
export function openSearch(origin: string, labels: SearchLabels, acceptLanguage = ''): string {
  const address = escaped(origin);
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Matinee</ShortName>
  <Description>${escaped(searchLabel(labels, acceptLanguage))}</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="192" height="192" type="image/png">${address}/icon-192.png</Image>
  <Url type="text/html" method="get" template="${address}/browse/{searchTerms}" />
</OpenSearchDescription>
`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
