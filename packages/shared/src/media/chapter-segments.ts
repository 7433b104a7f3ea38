// Recognizes openings, recaps, credits and previews by common chapter names.
import type { Chapter, Segment } from './timeline.ts';

type Kind = Segment['kind'];

const NAMES: Readonly<Record<Kind, readonly string[]>> = {
  intro: [
    'intro',
    'introduction',
    'op',
    'opening',
    'opening credits',
    'opening titles',
    'main title',
    'main titles',
    'title sequence',
    'theme song',
    'vorspann',
    'générique',
    'générique de début',
    "générique d'ouverture",
    'cabecera',
    'cabecera inicial',
    'apertura',
    'sigla',
    'sigla iniziale',
    'titoli di testa',
    'abertura',
    'vinheta',
    'czołówka',
    'úvod',
    'опенинг',
    'заставка',
    'オープニング',
    '片头',
    '片頭',
    '오프닝',
    'פתיח',
    'المقدمة',
    'jenerik',
  ],
  recap: [
    'recap',
    'previously',
    'previously on',
    'last time',
    'last time on',
    'rückblick',
    'was bisher geschah',
    'précédemment',
    'résumé',
    'anteriormente',
    'resumen',
    'resumo',
    'riassunto',
    'nelle puntate precedenti',
    'w poprzednich odcinkach',
    'в предыдущих сериях',
    'ранее',
    '前回のあらすじ',
    '前情提要',
    '지난 이야기',
    'תקציר',
    'بالحلقات السابقة',
  ],
  credits: [
    'credits',
    'end credits',
    'closing credits',
    'closing titles',
    'ending',
    'ed',
    'outro',
    'abspann',
    'nachspann',
    'générique de fin',
    'créditos',
    'créditos finales',
    'titoli di coda',
    'sigla finale',
    'créditos finais',
    'encerramento',
    'napisy końcowe',
    'титры',
    'эндинг',
    'エンディング',
    '片尾',
    '엔딩',
    'כותרות סיום',
    'كتوبيات النهاية',
    'bitiş jeneriği',
  ],
  preview: [
    'preview',
    'next time',
    'next episode',
    'next episode preview',
    'pv',
    'vorschau',
    'prochain épisode',
    'prochainement',
    'próximo episodio',
    'avance',
    'anteprima',
    'próximo episódio',
    'анонс',
    'в следующей серии',
    '次回予告',
    '予告',
    '下集预告',
    '예고',
  ],
};

const KIND_OF: ReadonlyMap<string, Kind> = new Map(
  (['intro', 'recap', 'credits', 'preview'] as const).flatMap((kind) =>
    NAMES[kind].map((name) => [name.normalize('NFC'), kind] as const),
  ),
);

/** `Chapter 02: Opening`, `3. OP 1` */
const NUMBER =
  /^(?:(?:chapter|kapitel|chapitre|capítulo|capitolo|глава)?\s*\d+\s*[^\p{L}\d\s]*\s+)/u;
const TRAILING = /[\s\d.:!…-]+$/u;

/** Longer chapters with such a name are parts of the story. */
const MAX_SECONDS: Readonly<Record<Kind, number>> = {
  intro: 240,
  recap: 300,
  credits: 900,
  preview: 240,
};
/** Credits in the first half belong to an opening. */
const CREDITS_FROM = 0.5;

/** `chapters`: sorted by time. */
export function segmentsOfChapters(
  chapters: readonly Chapter[],
  duration: number,
): readonly Segment[] {
  return chapters.flatMap(({ start, title }, at) => {
    const kind = kindOf(title);
    const end = Math.min(chapters[at + 1]?.start ?? duration, duration);
    if (!kind || end <= start || end - start > MAX_SECONDS[kind]) return [];
    if (kind === 'credits' && start < duration * CREDITS_FROM) return [];
    return [{ kind, start, end }];
  });
}

function kindOf(title: string): Kind | undefined {
  const name = title.normalize('NFC').toLowerCase().trim().replace(NUMBER, '');
  return KIND_OF.get(name.replace(TRAILING, ''));
}
