// A Matroska file with subtitles that have their own layout.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { fontOf } from './font.ts';
import { pgsOf } from './pgs.ts';

export const FONT_FAMILY = 'Matinee Squares';

const ASS = `[Script Info]
ScriptType: v4.00+
PlayResX: 1280
PlayResY: 720

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,${FONT_FAMILY},40,&H0000FF00,&H0,&H0,&H0,0,0,0,0,100,100,0,0,1,0,0,2,10,10,10,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:05.00,0:00:06.00,Default,,0,0,0,,{\\an8}Wide
Dialogue: 1,0:00:07.00,0:00:20.00,Default,,0,0,0,,{\\fnArial}Long sign
`;

/** Seconds from the first of a bar to the last one. */
export const BARS = [
  [1, 3],
  [7, 19],
  [21, 22],
] as const;

/** Adds ASS with its font, and PGS and VobSub with bars, to a video. Also attaches a file that is not a font. */
export async function addStyledSubtitles(video: string, output: string): Promise<void> {
  const put = async (ending: string, content: Buffer | string): Promise<string> => {
    await writeFile(`${output}.${ending}`, content);
    return `${output}.${ending}`;
  };
  const ass = await put('ass', ASS);
  const pictures = await put('sup', Buffer.concat(BARS.map(([from, to]) => pgsOf(from, to))));
  const fonts = [await put('ttf', fontOf(FONT_FAMILY)), await put('fake.ttf', 'no font')];
  // ffmpeg shifts each file to its first subtitle.
  const late = ['-itsoffset', String(BARS[0][0]), '-i', pictures];
  const inputs = ['-i', video, '-i', ass, ...late, ...late];
  const maps = [0, 1, 2, 3].flatMap((index) => ['-map', String(index)]);
  const names = ['eng', 'fre', 'ger'].flatMap((language, index) => [
    `-metadata:s:s:${index}`,
    `language=${language}`,
  ]);
  const attached = fonts.flatMap((font) => ['-attach', font]);
  const kinds = ['-metadata:s:t', 'mimetype=font/ttf'];
  const codecs = ['-c', 'copy', '-c:s:2', 'dvdsub'];
  const options = [...inputs, ...maps, ...codecs, ...names, ...attached, ...kinds];
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...options, output]);
}
