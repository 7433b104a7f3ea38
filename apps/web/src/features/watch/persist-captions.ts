import { captionStore, saveCaptions } from '#data/preferences/captions.ts';
import type { PlaybackMeta } from '#data/catalog/details.ts';
import { findSubtitles } from '#data/streams/subtitles/search.ts';
import type { CaptionEntry } from '#player/captions/track.ts';
import type { Player, PlayerOptions } from '#player/player.ts';
import type { CaptionPreferences } from '#player/features/text-tracks/state.ts';

/** As captions were left the last time. */
export function rememberedCaptions(): PlayerOptions['captions'] {
  const state = captionStore.getState();
  const { color, backgroundOpacity, size, backgroundBlur, bold, position } = state.styling;
  return {
    isWanted: state.enabled,
    language: state.lastSelectedLanguage,
    fromService: state.isOpenSubtitles,
    secondLanguage: state.secondLanguage,
    delay: state.delay,
    fixesCase: state.overrideCasing,
    tunedFor: state.tunedFor,
    style: { color, backgroundOpacity, size, backgroundBlur, bold, position },
  };
}

/** What the viewer changes about captions is kept for the next film. */
export function bindCaptions(player: Player): () => void {
  return player.store.subscribe(({ captions }, before) => {
    if (captions === before.captions || isSame(captions, before.captions)) return;
    saveCaptions({
      enabled: captions.isWanted,
      lastSelectedLanguage: captions.language,
      isOpenSubtitles: captions.fromService,
      secondLanguage: captions.secondLanguage,
      delay: captions.delay,
      overrideCasing: captions.fixesCase,
      tunedFor: captions.tunedFor,
      styling: captions.style,
    });
  });
}

const WISHES = [
  'isWanted',
  'language',
  'fromService',
  'secondLanguage',
  'delay',
  'fixesCase',
  'tunedFor',
  'style',
] as const satisfies readonly (keyof CaptionPreferences)[];

const isSame = (a: CaptionPreferences, b: CaptionPreferences) =>
  WISHES.every((wish) => a[wish] === b[wish]);

/** The player knows no titles: it is told that this is another one, and how its captions are found. */
export function openTitle(player: Player, meta: PlaybackMeta): void {
  const { type, tmdbId } = meta;
  const episode = meta.type === 'show' ? `-${meta.season.number}-${meta.episode.number}` : '';
  player.captions.openTitle(`${type}-${tmdbId}${episode}`, async (signal) =>
    (await findSubtitles(meta, signal)).map(serviceEntry),
  );
}

type Found = Awaited<ReturnType<typeof findSubtitles>>[number];

function serviceEntry(subtitle: Found): CaptionEntry {
  const { id, url, original, language, label, hearingImpaired, machineTranslated } = subtitle;
  return {
    id: `service:${id}`,
    type: 'vtt',
    url,
    original,
    hasCorsRestrictions: false,
    language,
    origin: 'service',
    label,
    hearingImpaired,
    machineTranslated,
  };
}
