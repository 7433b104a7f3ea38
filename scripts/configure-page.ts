// Writes docs/configure.md from the config schema. `--check` only checks whether it is up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { about } from '../apps/api/src/config/config-fields.ts';
import { Options } from '../apps/api/src/config/config-options.ts';
import { EXAMPLES } from './option-examples.ts';

type OptionName = keyof typeof Options.shape;

const PAGE = join(import.meta.dirname, '../docs/configure.md');

const INTRO = `# Configure

<!-- Written by \`npm run configure-page\` from the config schema. Edit the schema or scripts/configure-page.ts. -->

This page lists every option, with its default and an example. You don't have to set any of them.

## Where options come from

- Without Docker: from the environment, or from a file named \`.env\` in Matinee's folder. The environment wins.
- With Docker: from a file named \`.env\` next to \`docker-compose.yml\`. Compose also takes \`HOST\` and \`PORT\` from its
  environment.

[.env.example](../.env.example) lists all options. Copy it to \`.env\`, and remove the \`#\` before those you set. Matinee
reads the options when it starts, so restart it after a change. Without Docker, press Ctrl+C and run \`npm start\` again. With
Docker, run \`docker compose up -d --wait\` again.

Put a value that contains \`$\`, \`#\`, \`\\\`, quotes or spaces in single quotes: \`WEBDAV_PASSWORD='pa$word'\`. With Docker,
Matinee doesn't start if Compose reads a value in \`.env\` differently from Node. It names the option.

You can put a **secret** into its own file: set \`NAME_FILE\` to the file's path, for example
\`TMDB_READ_API_KEY_FILE=/secrets/tmdb\`. A **public** option is part of \`/config.js\`, which every visitor can read. It also
works under the name that movie-web clients use, which starts with \`VITE_\`.

If a value isn't valid, or a name in \`.env\` looks like a misspelled option, Matinee doesn't start and lists everything
that needs fixing. If a name doesn't resemble any option, Matinee only warns.
`;

/** Each section begins at an option and ends before the next section. */
const SECTIONS: readonly (readonly [from: OptionName, title: string])[] = [
  ['PORT', 'Address'],
  ['DATA_DIR', 'Data and log'],
  ['META_NAME', 'Name of the site'],
  ['CORS_ORIGINS', 'Access and limits'],
  ['CRYPTO_SECRET', 'Secrets'],
  ['PROXY', 'Proxy'],
  ['CAPTCHA_PROVIDER', 'Captcha for registration'],
  ['REGISTRATION', 'Accounts'],
  ['DEV_PAGES', 'Diagnostics, counts and cleanup'],
  ['TMDB_READ_API_KEY', 'Catalog'],
  ['DISABLED_SOURCES', 'Sources'],
  ['OWN_SOURCES', 'Your own movies and shows'],
  ['SUBTITLES', 'Subtitles'],
  ['SCRAPE_CACHE', 'Search and stream relay'],
  ['PROXY_ECHO_URL', 'The web app'],
  ['FRAME_LINKS', 'Names and links on pages'],
  ['WATCH_PARTY_URL', 'Watching together'],
];

const names = Options.keyof().options;
const isName = (word: string): boolean => names.some((name) => name === word);

/** Converts plain text to Markdown with links to options. */
const linked = (text: string, own: string): string =>
  text.replaceAll(/[*<[\]`]/g, String.raw`\$&`).replaceAll(/\b[A-Z][A-Z_]{3,}\b/g, (word) => {
    if (!isName(word)) return word.includes('_') ? `\`${word}\`` : word;
    return word === own ? `\`${word}\`` : `[\`${word}\`](#${word.toLowerCase()})`;
  });

function defaultOf(name: OptionName): string {
  const value = Options.parse({})[name];
  if (value === undefined || value === '') return 'unset';
  if (typeof value !== 'object') return `\`${value}\``;
  const entries = Array.isArray(value)
    ? value
    : Object.entries(value).map((pair) => pair.join('='));
  return entries.length === 0 ? 'unset' : `\`${entries.join(',')}\``;
}

function describe(name: OptionName): string {
  const info = about.get(Options.shape[name]);
  if (info === undefined) throw new Error(`${name} has no help`);
  const kinds = [
    ...(info.isSecret ? [`Secret: also \`${name}_FILE\`.`] : []),
    ...(info.isPublic ? ['Public.'] : []),
  ];
  return `### \`${name}\`

${linked(info.help, name)}

- Allowed: ${linked(info.allowed, name)}
- Default: ${defaultOf(name)}
- Example: \`${name}=${EXAMPLES[name]}\`
${kinds.map((kind) => `- ${kind}\n`).join('')}`;
}

const sections = names.map((name) => {
  const title = SECTIONS.find(([from]) => from === name)?.[1];
  return `${title === undefined ? '' : `## ${title}\n\n`}${describe(name)}`;
});
const options = { ...(await resolveConfig(PAGE)), parser: 'markdown' };
const text = await format([INTRO, ...sections].join('\n'), options);

if (process.argv.includes('--check')) {
  const isCurrent = existsSync(PAGE) && readFileSync(PAGE, 'utf8') === text;
  console.log(isCurrent ? 'current' : 'docs/configure.md is stale: npm run configure-page');
  process.exitCode = isCurrent ? 0 : 1;
} else {
  writeFileSync(PAGE, text);
}
