// The add-ons that somebody named for themselves, as sources: only this page asks them, whether there is a relay or not.
import {
  NotFoundError,
  type Fetcher,
  type Source,
  type SourceResult,
} from '@matinee/sources/source';
import { stremioAddons } from '@matinee/sources/sources/stremio/stremio';
import type { OwnAddon } from '#data/preferences/user-addons.ts';
import { ownIdOf } from './user-addons.ts';

interface Reach {
  readonly fetch: Fetcher;
  /** Only an extension plays what wants headers of its own. */
  readonly canSendHeaders: boolean;
}

export function ownSources(
  addons: readonly OwnAddon[],
  { fetch, canSendHeaders }: Reach,
): readonly Source[] {
  const urls = addons.map(({ url }) => url);
  const { sources } = stremioAddons({ urls, runsIn: 'anywhere', fetch, warn: () => undefined });
  const names = new Map(addons.map(({ url, name }) => [url, name]));
  return sources.map(({ rank, runsIn, movie, show }, at) => {
    const url = urls[at] ?? '';
    return {
      id: ownIdOf(url),
      name: names.get(url) ?? url,
      rank,
      runsIn,
      movie: canSendHeaders ? movie : movie && ((context) => movie(context).then(playableHere)),
      show: canSendHeaders ? show : show && ((context) => show(context).then(playableHere)),
    };
  });
}

function playableHere(result: SourceResult): SourceResult {
  const streams = result.streams.filter(({ headers = {} }) => Object.keys(headers).length === 0);
  if (streams.length === 0)
    throw new NotFoundError('the add-on has it only for the browser extension');
  return { ...result, streams };
}
