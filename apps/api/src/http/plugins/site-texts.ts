// Describes this site to browsers in the user's language, for search in the address bar and for the installed app.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { publicOrigin } from '#http/public-url.ts';

const SiteTexts = z.object({ search: z.string(), description: z.string() });
type SiteTexts = z.infer<typeof SiteTexts>;

const ENGLISH = 'en';
const ENGLISH_TEXTS: SiteTexts = {
  search: 'Search movies and shows',
  description: 'Movies and shows from open archives and from sources added by this site.',
};

export const MANIFEST_FILE = 'manifest.webmanifest';

export interface SiteTextsOptions {
  /** The built client. */
  readonly root: string;
  readonly publicUrl: string | undefined;
}

/** Serves `/opensearch.xml`, and the web app manifest if the client is built. */
export function siteTextRoutes(app: FastifyInstance, { root, publicUrl }: SiteTextsOptions): void {
  const all = readSiteTexts(join(root, 'site-texts.json'));
  app.get('/opensearch.xml', (request, reply) => {
    const { texts } = preferredTexts(all, request);
    const description = openSearch(publicOrigin(request, publicUrl), texts.search);
    return send(reply, 'application/opensearchdescription+xml; charset=utf-8', description);
  });
  const path = join(root, MANIFEST_FILE);
  if (!existsSync(path)) return;
  const manifest = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(path, 'utf8')));
  app.get(`/${MANIFEST_FILE}`, (request, reply) => {
    const { locale, texts } = preferredTexts(all, request);
    const translated = { ...manifest, lang: locale, description: texts.description };
    return send(reply, 'application/manifest+json', JSON.stringify(translated, null, 2));
  });
}

/** Reads the texts by locale from a file of the web app's build. */
function readSiteTexts(path: string): ReadonlyMap<string, SiteTexts> {
  if (!existsSync(path)) return new Map();
  const texts = z.record(z.string(), SiteTexts).parse(JSON.parse(readFileSync(path, 'utf8')));
  return new Map(Object.entries(texts));
}

/** Uses the first known language, because browsers send the header in the order of preference. */
function preferredTexts(all: ReadonlyMap<string, SiteTexts>, { headers }: FastifyRequest) {
  for (const range of (headers['accept-language'] ?? '').slice(0, 200).split(',')) {
    for (const locale of localesOf(range.split(';')[0]?.trim() ?? '')) {
      const texts = all.get(locale);
      if (texts) return { locale, texts };
    }
  }
  return { locale: ENGLISH, texts: all.get(ENGLISH) ?? ENGLISH_TEXTS };
}

/** Returns zh-TW, zh-Hant and zh for zh-TW. */
function localesOf(tag: string): readonly string[] {
  try {
    const { language, script, region } = new Intl.Locale(tag).maximize();
    return [`${language}-${region}`, `${language}-${script}`, language];
  } catch {
    return [];
  }
}

/** `origin`: a public origin of this server. */
function openSearch(origin: string, label: string): string {
  const address = escaped(origin);
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Matinee</ShortName>
  <Description>${escaped(label)}</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="192" height="192" type="image/png">${address}/icon-192.png</Image>
  <Url type="text/html" method="get" template="${address}/browse/{searchTerms}" />
</OpenSearchDescription>
`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const send = (reply: FastifyReply, type: string, body: string) =>
  reply
    .headers({ 'content-type': type, 'cache-control': 'no-cache', vary: 'accept-language' })
    .send(body);
