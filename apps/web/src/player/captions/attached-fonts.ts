import type { EmbeddedFont } from '@matinee/shared/media/embedded-subtitles';

import { requestBytes } from '#lib/http.ts';

/** A font inside the video file. */
export interface AttachedFont extends EmbeddedFont {
  readonly url: string;
}

interface FontLoader {
  /** Replaces the names of attached fonts with names that are unique on the page. */
  readonly rename: (text: string) => string;
  /** Loads the attached fonts that a text uses. System fonts replace the ones that fail. */
  readonly load: (text: string, page: Document) => Promise<void>;
  readonly stop: () => void;
}

/** Limits the fonts attached to one file. */
const MAX_LOADED_BYTES = 48 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
const NAME = 'attached-font';
/** The renderer caches measurements by name, so names must differ between files. */
let files = 0;

export function createFontLoader(fonts: readonly AttachedFont[]): FontLoader {
  files += 1;
  const life = new AbortController();
  const aliases = new Map<string, string>();
  for (const name of fonts.flatMap(({ names }) => names.map(plain))) {
    if (!aliases.has(name)) aliases.set(name, `${NAME}-${files}-${aliases.size + 1}`);
  }
  const added = new Map<Document, Map<string, Promise<void>>>();
  const remove: (() => void)[] = [];
  let bytesLeft = MAX_LOADED_BYTES;

  async function add(name: string, alias: string, page: Document): Promise<void> {
    const Face = (page.defaultView ?? window).FontFace;
    const faces = fonts.filter(({ names }) => names.some((each) => plain(each) === name));
    const loading = faces.map(async ({ url, weight, isItalic, bytes }) => {
      if (bytes > bytesLeft) return;
      bytesLeft -= bytes;
      const limits = { signal: life.signal, timeoutMs: TIMEOUT_MS, maxBytes: bytes };
      const { status, body } = await requestBytes(url, limits);
      if (status !== 200) return;
      const style = isItalic ? 'italic' : 'normal';
      const face = new Face(alias, body, { weight: String(weight), style });
      await face.load();
      life.signal.throwIfAborted();
      page.fonts.add(face);
      remove.push(() => page.fonts.delete(face));
    });
    await Promise.allSettled(loading);
  }

  return {
    rename: (text) => replaceNames(text, (name) => aliases.get(plain(name)) ?? name),
    load: async (text, page) => {
      const known = added.get(page) ?? new Map<string, Promise<void>>();
      added.set(page, known);
      const used = new Set<string>();
      replaceNames(text, (name) => {
        used.add(plain(name));
        return name;
      });
      for (const name of used) {
        const alias = aliases.get(name);
        if (alias !== undefined && !known.has(name)) known.set(name, add(name, alias, page));
      }
      await Promise.all(known.values());
    },
    stop: () => {
      life.abort();
      for (const each of remove) each();
    },
  };
}

/** An `@` means vertical writing. */
const plain = (name: string): string => name.replace(/^@/, '').trim().toLowerCase();

/** The second field of a style, and the tag `\fn`. */
const replaceNames = (text: string, nameOf: (name: string) => string): string =>
  text
    .replaceAll(/^(Style:[^,\n]*,)([^,\n]*)/gim, (_line, head: string, name: string) => {
      return head + nameOf(name);
    })
    .replaceAll(/\\fn([^\\}\n]*)/g, (_tag, name: string) => `\\fn${nameOf(name)}`);
