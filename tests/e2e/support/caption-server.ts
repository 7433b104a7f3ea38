import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureClosedCaptionMedia } from '../../support/closed-caption-media.ts';
import { startFake, type Fake } from '../../support/fakes/http.ts';
import { ensureMedia, type TestMedia } from '../../support/media.ts';
import { pgsOf } from '../../support/pgs.ts';

const HEBREW = `WEBVTT

00:00.000 --> 00:59.000
שלום, "Charlie"!
Goodbye.

00:00.000 --> 00:59.000 line:10% position:20% align:start
Above on the left.
`;

const GERMAN = 'WEBVTT\n\n00:00.000 --> 00:59.000\nGuten Abend.\n';

/** A file with two styles, one with a font that tries to be more than a name. */
export const ASS = `[Script Info]
ScriptType: v4.00+
PlayResX: 1280
PlayResY: 720

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial";color:red,48,&H0000FF00,&H000000FF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,2,1,2,20,20,30,1
Style: Sign,Georgia,64,&H000080FF,&H000000FF,&H00FFFFFF,&H80000000,-1,0,0,0,100,100,0,0,1,3,0,5,20,20,30,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:50.00,Default,,0,0,0,,Green as grass
Dialogue: 0,0:00:01.00,0:00:50.00,Sign,,0,0,0,,{\\pos(320,180)\\frz12}מסעדה
`;

/** A manifest: movies with captions of all kinds in separate files, in their playlist, and within the video. */
export async function startCaptionServer(): Promise<Fake> {
  const media = await ensureMedia();
  const master = await withSubtitles(media);
  const closed = await ensureClosedCaptionMedia(media);
  const movies = [
    {
      tmdbId: 10331,
      title: 'Night of the Living Dead',
      streams: [{ url: '720.mp4', quality: '720' }],
      captions: [
        { lang: 'en', url: 'en.srt' },
        { lang: 'he', url: 'he.vtt' },
        { lang: 'fr', url: 'empty.vtt' },
        { lang: 'de', url: 'page.vtt' },
        { lang: 'ja', url: 'disc.sup' },
        { lang: 'ko', url: 'film.ass' },
      ],
    },
    { tmdbId: 3085, title: 'His Girl Friday', streams: [{ url: 'hls/master.m3u8' }] },
    { tmdbId: 20367, title: 'Detour', streams: [{ url: 'closed/index.m3u8' }] },
  ];
  const texts: Readonly<Record<string, string>> = {
    '/he.vtt': HEBREW,
    '/empty.vtt': ' \n',
    '/film.ass': ASS,
    '/hls/master.m3u8': master,
    '/hls/words/index.m3u8': pieces(PIECE_SECONDS),
    '/hls/worte/index.m3u8': pieces(PIECE_SECONDS * 2),
  };
  let isBack = false;
  const headers = { 'access-control-allow-origin': '*' };
  return startFake(({ url: { pathname } }) => {
    if (pathname === '/list.json') return { body: { version: 1, name: 'The shelf', movies } };
    if (pathname === '/720.mp4') return { file: media.video720, headers };
    if (pathname === '/disc.sup') return { body: pgsOf(2, 30), headers };
    if (pathname === '/en.srt') return { file: media.srt, headers };
    // Invalid at first.
    if (pathname === '/page.vtt') {
      const body = isBack ? GERMAN : '<!doctype html><p>Not here</p>';
      isBack = true;
      return { body, headers };
    }
    const [, words, piece] = /^\/hls\/(words|worte)\/(\d+)\.vtt$/.exec(pathname) ?? [];
    if (words === 'words') return { body: wordsOf(Number(piece), PIECE_SECONDS, 'Piece'), headers };
    if (words === 'worte') {
      const body = wordsOf(Number(piece), PIECE_SECONDS * 2, '<c.hot>Stück</c>', STYLE);
      return { body, headers };
    }
    const text = texts[pathname];
    if (text !== undefined) return { body: text, headers };
    const pieceOfTs = /^\/closed\/(\w+\.\w+)$/.exec(pathname)?.[1];
    if (pieceOfTs !== undefined) return { file: join(closed, pieceOfTs), headers };
    const inside = /^\/hls\/((?:\w+\/)?[\w-]+\.\w+)$/.exec(pathname)?.[1];
    return inside === undefined ? { status: 404 } : { file: join(media.hls, inside), headers };
  });
}

async function withSubtitles({ hls }: TestMedia): Promise<string> {
  const master = await readFile(join(hls, 'master.m3u8'), 'utf8');
  const subtitles = [
    '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="words",NAME="English",LANGUAGE="eng",DEFAULT=YES,AUTOSELECT=YES,URI="words/index.m3u8"',
    '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="words",NAME="Deutsch",LANGUAGE="deu",DEFAULT=NO,AUTOSELECT=YES,URI="worte/index.m3u8"',
  ].join('\n');
  return master
    .replace(/^#EXT-X-STREAM-INF/m, `${subtitles}\n$&`)
    .replaceAll(/^#EXT-X-STREAM-INF:.*$/gm, '$&,SUBTITLES="words"');
}

const PIECE_SECONDS = 10;
/** Two renditions of a minute, in segments of different lengths. */
const pieces = (seconds: number) =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${seconds}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    ...Array.from({ length: 60 / seconds }, (_, at) => `#EXTINF:${seconds},\n${at}.vtt`),
    '#EXT-X-ENDLIST',
  ].join('\n');

const STYLE = 'STYLE\n::cue(.hot) { color: tomato }\n\n';

function wordsOf(piece: number, seconds: number, text: string, style = ''): string {
  const from = String(piece * seconds).padStart(2, '0');
  const to = String(piece * seconds + seconds - 1).padStart(2, '0');
  return `WEBVTT\n\n${style}00:00:${from}.000 --> 00:00:${to}.000\n${text} ${piece}\n`;
}
