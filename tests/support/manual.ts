// The pages of the manual: their blocks of commands and their facts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Pages in reading order. */
export const PAGES = [
  'README.md',
  'docs/install.md',
  'docs/configure.md',
  'docs/sources.md',
  'docs/accounts.md',
  'docs/operate.md',
  'docs/alerts.md',
  'docs/growing.md',
  'docs/clients.md',
  'docs/security.md',
  'docs/troubleshooting.md',
  'docs/translating.md',
  'docs/develop.md',
] as const;

/** Codes of the system that the manual explains. */
export const SYSTEM_CODES: readonly string[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
];

export interface Block {
  readonly page: string;
  readonly language: string;
  readonly lines: readonly string[];
}

export const readPage = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** Fenced blocks of a page. Blocks in lists are indented. */
export function blocksOf(page: string): readonly Block[] {
  return [...readPage(page).matchAll(/^( *)```(\w*)\n(.*?)^\1```$/gms)].map(
    ([, , language = '', text = '']) => ({
      page,
      language,
      lines: text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    }),
  );
}

/** A page without its blocks. */
export const proseOf = (page: string): string =>
  readPage(page).replaceAll(/^( *)```.*?^\1```$/gms, '');

/** The texts between backticks. */
export const codeSpansOf = (page: string): readonly string[] =>
  [...proseOf(page).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

/** The anchors that GitHub gives to the headings of a page. */
export const anchorsOf = (page: string): readonly string[] =>
  [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
