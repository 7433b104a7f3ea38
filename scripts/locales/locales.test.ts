import { describe, expect, test } from 'vitest';
import { flatten } from '../../apps/web/src/i18n/packed-texts.ts';
import { selectors } from '../../apps/web/vite-locale-files.ts';
import { britishFaults, britishTexts } from './british.ts';
import { descriptionFaults, englishFaults, glossaryFaults } from './english-rules.ts';
import { lengthFaults } from './lengths.ts';
import { nested, placeholders } from './texts.ts';
import { mayOmitCount, translationFaults } from './translation-rules.ts';
import { typographyFaults } from './typography.ts';
import { unusedTexts } from './unused-texts.ts';

type Entries = Readonly<Record<string, string>>;
const texts = (entries: Entries) => new Map(Object.entries(entries));

test('texts are flattened to dotted keys and back', () => {
  const tree = { a: { b: 'one', c: { d: 'two' } }, e: 'three' };
  const flat = new Map(flatten(tree));
  expect([...flat]).toEqual([
    ['a.b', 'one'],
    ['a.c.d', 'two'],
    ['e', 'three'],
  ]);
  expect(nested(flat)).toEqual(tree);
});

test('placeholders are sorted and keep their format; nested keys count', () => {
  expect(placeholders('{{ b }} of {{a, percent}}, {{b}} $t(home.title)')).toEqual([
    '$t(home.title)',
    'a, percent',
    'b',
  ]);
});

describe('a translation', () => {
  const english = {
    save: 'Save',
    name: 'Matinee',
    files_one: '{{count}} file in {{folder}}',
    files_other: '{{count}} files in {{folder}}',
  };
  const polish = {
    save: 'Zapisz',
    name: 'Matinee',
    files_one: '{{count}} plik w {{folder}}',
    files_few: '{{count}} pliki w {{folder}}',
    files_many: '{{count}} plików w {{folder}}',
    files_other: '{{count}} pliku w {{folder}}',
  };
  const untranslated = new Set(['welcome', 'videos']);
  const same = { names: ['Matinee'], shared: [] };
  const faults = (locale: string, entries: Entries, isPartial = false, mayLack = 0) =>
    translationFaults(
      { locale, texts: texts(entries), isPartial, mayLack, untranslated },
      texts(english),
      same,
    );

  test('has exactly the plural forms of its language', () => {
    expect(faults('pl', polish)).toEqual([]);
    const { files_few: _, ...withoutFew } = polish;
    expect(faults('pl', withoutFew)).toEqual(['files_few is missing']);
    expect(faults('pl', { ...polish, files_two: '{{count}} {{folder}}' })).toEqual([
      expect.stringContaining('files_two is not in English'),
    ]);
    const japanese = { save: '保存', name: 'Matinee', files_other: '{{folder}}に{{count}}件' };
    expect(faults('ja', japanese)).toEqual([]);
  });

  test('has no missing or surplus keys', () => {
    const { save: _, ...withoutSave } = polish;
    expect(faults('pl', withoutSave)).toEqual(['save is missing']);
    expect(faults('pl', { ...polish, old: 'Stary' })).toEqual([
      expect.stringContaining('old is not in English'),
    ]);
  });

  test('that is not complete yet may lack so many texts, and have old ones', () => {
    const { save: _, ...withoutSave } = polish;
    expect(faults('pl', { ...withoutSave, old: 'Stary' }, false, 1)).toEqual([]);
    const { name: _name, ...withoutBoth } = withoutSave;
    expect(faults('pl', withoutBoth, false, 1)).toEqual(['save is missing', 'name is missing']);
  });

  test('may lack new texts that wait for translators', () => {
    const withNew = { ...english, welcome: 'Welcome', videos_one: 'video', videos_other: 'videos' };
    const options = { isPartial: false, mayLack: 0, untranslated };
    const lacking = { locale: 'pl', texts: texts(polish), ...options };
    expect(translationFaults(lacking, texts(withNew), same)).toEqual([]);
    const none = { ...lacking, untranslated: new Set<string>() };
    expect(translationFaults(none, texts(withNew), same)).toContain('videos_few is missing');
  });

  test('has a list of equal texts without entries that allow nothing', () => {
    const dutch = { save: 'Opslaan', name: 'Matinee', player: 'Player', size: '{{count}} p' };
    const original = { save: 'Save', name: 'Matinee', player: 'Player', size: '{{count}} p' };
    const options = { isPartial: false, mayLack: 0, untranslated };
    const found = (shared: readonly string[]) =>
      translationFaults({ locale: 'nl', texts: texts(dutch), ...options }, texts(original), {
        names: ['Matinee'],
        shared,
      });
    expect(found([])).toEqual(['player is not translated: Player']);
    expect(found(['Player'])).toEqual([]);
    const unused = ['Save', 'Matinee', '{{count}} p', 'File .env', 'Player'];
    expect(found(['Player', ...unused])).toEqual(
      unused.map((text) => `its list of equal texts has “${text}”, which allows nothing`),
    );
  });

  test('has the placeholders of English', () => {
    expect(faults('pl', { ...polish, files_few: '{{count}} pliki w {{map}}' })).toEqual([
      'files_few lacks the placeholder {{folder}}',
      'files_few has the unknown placeholder {{map}}',
    ]);
    expect(faults('pl', { ...polish, files_many: 'pliki w {{folder}}' })).toEqual([
      'files_many lacks the placeholder {{count}}',
    ]);
  });

  test('may spell out the number of a form that stands for one number', () => {
    expect(mayOmitCount('he', 'two')).toBe(true);
    expect(mayOmitCount('en', 'one')).toBe(true);
    expect(mayOmitCount('ru', 'one')).toBe(false);
    expect(mayOmitCount('en', 'other')).toBe(false);
    expect(faults('pl', { ...polish, files_one: 'Jeden plik w {{folder}}' })).toEqual([]);
  });

  test('has the digits of its language, except in names', () => {
    const inPersian = (save: string) =>
      faults('fa', {
        save,
        name: 'متینه',
        files_one: '{{count}} {{folder}}',
        files_other: '{{count}} {{folder}}',
      });
    expect(inPersian('۱۰ پروندهٔ MP4 با H.264، مثلاً 0123-89AB')).toEqual([]);
    expect(inPersian('10 پرونده')).toEqual(['save has other digits than ۱۲۳۴۵۶۷۸۹۰']);
    expect(faults('pl', { ...polish, save: 'Zapisz 10' })).toEqual([]);
  });

  test('is not equal to English, except for names', () => {
    expect(faults('pl', { ...polish, save: 'Save' })).toEqual(['save is not translated: Save']);
  });

  test('has no outer, double or missing spaces of its own', () => {
    expect(faults('pl', { ...polish, save: ' Zapisz' })).toEqual([
      'save begins or ends with a space',
    ]);
    expect(faults('pl', { ...polish, save: 'Zapisz  to' })).toEqual([
      expect.stringContaining('save has two spaces'),
    ]);
    expect(faults('pl', { ...polish, save: '' })).toEqual(['save is empty']);
  });

  test('that is partial has only what differs', () => {
    expect(faults('en-GB', { save: 'Keep' }, true)).toEqual([]);
    expect(faults('en-GB', { save: 'Save' }, true)).toEqual([
      expect.stringContaining('save is equal to English'),
    ]);
    expect(faults('en-GB', { other: 'Else' }, true)).toEqual([
      expect.stringContaining('other is not in English'),
    ]);
  });
});

test('English counts have plural forms that show them', () => {
  expect(englishFaults(texts({ a: '{{count}} files' }))).toEqual([
    'a has {{count}}, but no plural forms',
  ]);
  expect(englishFaults(texts({ a_one: 'One file', a_other: 'files' }))).toEqual([
    'a_other lacks {{count}}',
  ]);
  expect(englishFaults(texts({ a_one: 'One file', a_other: '{{count}} files' }))).toEqual([]);
});

test('forbidden words are found whole and in any case, except where they are allowed', () => {
  const terms = [{ term: /\bfilms?\b/i, use: 'movie', allowed: ['noir'] }];
  const found = glossaryFaults(
    texts({ a: 'Films', b: 'filming $t(film.name)', c: 'A film!', noir: 'Film noir' }),
    terms,
  );
  expect(found).toEqual(['a says “Films” (movie)', 'c says “film” (movie)']);
});

test('lengths are counted in characters as a reader sees them', () => {
  const budgets = [{ keys: ['menu.', 'mark'], most: 3 }];
  const entries = texts({ 'menu.a': 'हिन्दी', 'menu.b': 'long', mark: 'éèà', other: 'longer' });
  expect(lengthFaults(entries, budgets)).toEqual(['menu.b has 4 characters, more than 3']);
});

test('descriptions belong to keys, to plural stems, or to groups', () => {
  const english = texts({ a: 'A', b_one: '{{count}} b', b_other: '{{count}} b', 'd.e': 'E' });
  expect(descriptionFaults(texts({ a: 'x', b: 'y', c: 'z', d: 'e' }), english)).toEqual([
    'the description of c has no text in English',
  ]);
});

describe('unused texts', () => {
  test('selectors are read over several lines, with computed members', () => {
    expect(selectors('t(($) => $.a.b)')).toEqual(['a.b']);
    expect(selectors('t(($) =>\n $.a\n  .b[kind].text, { x: 1 })')).toEqual(['a.b.*.text']);
    expect(selectors("t(($) => $.a['b c'])")).toEqual(['a.b c']);
  });

  const english = texts({
    'kinds.movie.title': 'Movie',
    'kinds.show.title': 'Show',
    'kinds.movie.text': 'Text',
    'a.b_one': 'x',
    'a.b_other': 'xs',
    'a.nested': 'y',
    'a.old': 'z $t(a.nested)',
  });

  test('each member of a computed selector counts by itself', () => {
    const sources = ["const KINDS = ['movie'] as const;", '$.kinds[kind].title', '$.a.b'];
    expect(unusedTexts(english, sources)).toEqual([
      'kinds.show.title',
      'kinds.movie.text',
      'a.old',
    ]);
  });

  test('reading a whole object does not use its members', () => {
    expect(unusedTexts(texts({ 'a.b': 'x' }), ['$.a'])).toEqual(['a.b']);
  });
});

describe('typography', () => {
  const faults = (file: string, ...found: readonly string[]) =>
    typographyFaults(file, new Map(found.map((text, index) => [String(index), text])));

  test('quotation marks are those of the language, in pairs', () => {
    expect(faults('de', '„Film“ und „{{name}}“')).toEqual([]);
    expect(faults('de', '“Film”')).toEqual(['0 has other quotation marks than „“']);
    expect(faults('sv', '”Film”')).toEqual([]);
    expect(faults('nl', '“Film”', '"Film"', '“Film')).toEqual([
      '1 has other quotation marks than “”',
      '2 has other quotation marks than “”',
    ]);
  });

  test('French has no-break spaces, narrow ones before question marks', () => {
    expect(
      faults('fr', 'Quoi\u202f? Ceci\u00a0: «\u00a0{{name}}\u00a0» sur https://a.example'),
    ).toEqual([]);
    for (const text of ['Quoi ?', 'Quoi?', 'Ceci : cela', '« cela »'])
      expect(faults('fr', text)).toEqual([expect.stringContaining('no-break space')]);
    expect(faults('de', 'Was ?', 'Was?')).toEqual(['0 has a space before ? ! ; or :']);
    expect(faults('uwu', 'nyot found ;w;')).toEqual([]);
  });

  test('marks are those of the script', () => {
    const wrong = {
      ja: ['映画、または.envファイル。', '映画,番組'],
      ar: ['فيلم، MP4, {{name}}', 'فيلم, مسلسل'],
      el: ['Τι;', 'Τι?'],
      hi: ['फ़िल्म। MP4.', 'फ़िल्म.'],
      es: ['Hola. ¿Qué?', 'Qué?'],
      it: ['Cerca…', 'Cerca...'],
    };
    for (const [file, [right = '', fault = '']] of Object.entries(wrong)) {
      expect(faults(file, right)).toEqual([]);
      expect(faults(file, fault)).toHaveLength(1);
    }
  });

  test('apostrophes are the same in the whole language', () => {
    expect(faults('ca', 'l’un', 'l’altre', "l'un")).toEqual([
      '2 has another apostrophe than the other texts',
    ]);
  });
});

test('British English changes words, keeps names, and holds only what differs', () => {
  const english = texts({
    a: 'Movies and shows in your favorite color $t(x.color)',
    b: 'The Movie Database',
    c: 'Show more',
    d: 'Unrecognized files come back afterward',
    'media.types.show': 'Show',
  });
  const british = britishTexts(english);
  expect([...british]).toEqual([
    ['a', 'Films and series in your favourite colour $t(x.color)'],
    ['d', 'Unrecognised files come back afterwards'],
    ['media.types.show', 'Series'],
  ]);
  expect(britishFaults(british, english)).toEqual([]);
  expect(
    britishFaults(
      texts({ a: 'Films', d: british.get('d') ?? '', 'media.types.show': 'Series' }),
      english,
    ),
  ).toEqual([expect.stringContaining('a does not follow English')]);
});
