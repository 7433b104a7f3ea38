import { expect, test } from 'vitest';
import { decode } from './encoding.ts';

/** Encodes text by decoding every byte and pair of bytes, because the platform only has decoders. */
function encode(encoding: string, text: string): Buffer {
  const bytesOf = tables.get(encoding) ?? tableOf(encoding);
  tables.set(encoding, bytesOf);
  return Buffer.from(
    Array.from(text).flatMap((letter) => bytesOf.get(letter) ?? fail(letter, encoding)),
  );
}

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const bytesOf = new Map<string, readonly number[]>();
  const learn = (...bytes: number[]): void => {
    try {
      const letter = decoder.decode(Uint8Array.from(bytes));
      if (Array.from(letter).length === 1 && !bytesOf.has(letter)) bytesOf.set(letter, bytes);
    } catch {
      // The bytes are invalid in this encoding.
    }
  };
  for (let lead = 0; lead < 256; lead += 1) learn(lead);
  for (let lead = 0x81; lead < 255; lead += 1)
    for (let trail = 0x40; trail < 255; trail += 1) learn(lead, trail);
  return bytesOf;
}

function fail(letter: string, encoding: string): never {
  throw new Error(`There is no ${letter} in ${encoding}`);
}

const asSrt = (...lines: string[]): string =>
  lines
    .map((line, at) => `${at + 1}\r\n00:00:0${at},000 --> 00:00:0${at},900\r\n${line}\r\n`)
    .join('\r\n');

const CZECH = asSrt('Kam jdeš? Nevím, možná domů.', 'Řekni mi pravdu, prosím tě.');
const POLISH = asSrt(
  'Dokąd idziesz? Nie wiem, może do domu.',
  'Powiedz mi prawdę, proszę cię. Już późno, ćwierć.',
);
const HUNGARIAN = asSrt(
  'Hová mész? Nem tudom, talán haza.',
  'Mondd meg az igazat, kérlek. Őrült tűz.',
);
const RUSSIAN = asSrt(
  'Куда ты идёшь? Не знаю, может быть, домой.',
  'Скажи мне правду, пожалуйста.',
);
const BULGARIAN = asSrt('Къде отиваш? Не знам, може би вкъщи.', 'Кажи ми истината, моля те.');
const FRENCH = asSrt(
  'Où vas-tu ? Je ne sais pas, peut-être à la maison.',
  'Dis-moi la vérité, s’il te plaît.',
);
const ENGLISH = asSrt('I don’t know – home, maybe…', '“Tell me the truth,” he said.');
const GREEK = asSrt('Πού πας; Δεν ξέρω, ίσως σπίτι.', 'Πες μου την αλήθεια, σε παρακαλώ. Άννα!');
const TURKISH = asSrt(
  'Nereye gidiyorsun? Bilmiyorum, belki eve.',
  'Bana doğruyu söyle, lütfen. Şimdi!',
);
const HEBREW = asSrt('לאן אתה הולך? אני לא יודע, אולי הביתה.', 'תגיד לי את האמת, בבקשה.');
const ARABIC = asSrt('إلى أين تذهب؟ لا أعرف، ربما إلى البيت.', 'قل لي الحقيقة من فضلك.');
const PERSIAN = asSrt('لطفا حقيقت را به من بگو.', 'كجا بودي؟ نمي دانم، چه خبر؟');
const THAI = asSrt('คุณจะไปไหน ฉันไม่รู้ อาจจะกลับบ้าน', 'บอกความจริงกับฉันเถอะ');
const CHINESE = asSrt('你要去哪里？我不知道，也许回家。', '请告诉我真相。');
const TAIWANESE = asSrt('你要去哪裡？我不知道，也許回家。', '請告訴我真相。');
const JAPANESE = asSrt(
  'どこへ行くの？わからない、家かもしれない。',
  '本当のことを教えてください。',
);
const KOREAN = asSrt('어디 가요? 모르겠어요, 아마 집에요.', '사실을 말해 주세요.');

test.each([
  ['windows-1250', 'cs', CZECH],
  ['windows-1250', 'pl', POLISH],
  ['windows-1250', 'hu', HUNGARIAN],
  ['windows-1251', 'ru', RUSSIAN],
  ['koi8-r', 'ru', RUSSIAN],
  ['windows-1251', 'bg', BULGARIAN],
  ['windows-1252', 'fr', FRENCH],
  ['windows-1252', 'en', ENGLISH],
  ['windows-1253', 'el', GREEK],
  ['windows-1254', 'tr', TURKISH],
  ['windows-1255', 'he', HEBREW],
  ['windows-1256', 'ar', ARABIC],
  ['windows-1256', 'fa', PERSIAN],
  ['windows-874', 'th', THAI],
  ['gbk', 'zh', CHINESE],
  ['big5', 'zh', TAIWANESE],
  ['shift_jis', 'ja', JAPANESE],
  ['euc-jp', 'ja', JAPANESE],
  ['euc-kr', 'ko', KOREAN],
])('%s is detected from a text in %s', (encoding, language, text) => {
  expect(decode(encode(encoding, text), { language })).toBe(text);
});

test.each([
  ['windows-1251', RUSSIAN],
  ['gbk', CHINESE],
  ['shift_jis', JAPANESE],
  ['euc-kr', KOREAN],
])('%s is detected even if the declared language is English', (encoding, text) => {
  expect(decode(encode(encoding, text), { language: 'en' })).toBe(text);
});

test.each([
  ['windows-1252', 'Café à la crème, señor'],
  ['windows-1252', 'Mañana por la mañana, ¿sí?'],
  ['windows-1252', 'Não sei, amanhã talvez.'],
  ['windows-1252', 'Hyvää päivää'],
  ['windows-1252', 'Være så god, jeg må gå'],
  ['windows-1252', '«L’été», dit-elle – déjà…'],
  ['windows-1250', 'Řekni mi pravdu, prosím tě.'],
  ['windows-1250', 'Gdje ideš? Ne znam, možda kući.'],
  ['windows-1250', 'Nie wiem, może łatwo.'],
  ['windows-1250', 'Nu ştiu, poate acasă.'],
])('one line is enough without a known language: %s, %s', (encoding, line) => {
  const text = asSrt(line);
  expect(decode(encode(encoding, text), { language: '' })).toBe(text);
});

const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

test.each([
  ['UTF-8', Buffer.from(CZECH)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${CZECH}`)],
  ['UTF-16LE with a byte order mark', Buffer.from(`\ufeff${CZECH}`, 'utf16le')],
  ['UTF-16BE with a byte order mark', bigEndian(`\ufeff${CZECH}`)],
  ['UTF-16LE without a byte order mark', Buffer.from(CZECH, 'utf16le')],
  ['UTF-16BE without a byte order mark', bigEndian(CZECH)],
])('%s is detected, and overrides every declaration', (_encoding, bytes) => {
  expect(decode(bytes, { language: 'ru', encoding: 'CP1251' })).toBe(CZECH);
});

test('UTF-16 is detected by its times, even if every letter is Chinese', () => {
  expect(decode(Buffer.from(CHINESE, 'utf16le'), { language: 'zh' })).toBe(CHINESE);
});

test('the declared encoding is used if it fits the language and the bytes', () => {
  const short = encode('windows-1252', '1\n00:00:01,000 --> 00:00:02,000\nÆØÅ\n');
  expect(decode(short, { language: 'da', encoding: 'CP1252' })).toContain('ÆØÅ');
  expect(decode(encode('windows-1251', RUSSIAN), { language: 'ru', encoding: 'CP1252' })).toBe(
    RUSSIAN,
  );
  expect(decode(encode('windows-1250', CZECH), { language: 'cs', encoding: 'UTF-8' })).toBe(CZECH);
  expect(decode(encode('windows-1250', CZECH), { language: 'cs', encoding: 'x-unknown' })).toBe(
    CZECH,
  );
});

test('invalid UTF-8 loses only the invalid character', () => {
  const bytes = Buffer.concat([Buffer.from(RUSSIAN), Buffer.from([0xd0])]);
  expect(decode(bytes, { language: 'en' })).toBe(`${RUSSIAN}\ufffd`);
});
