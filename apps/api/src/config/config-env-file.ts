// Reads `.env`, which `npm start` and Docker Compose parse differently.
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads an .env file like Node. Empty if the file doesn't exist. */
export function readEnvFile(path: string): Environment {
  if (!existsSync(path)) return {};
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new Error(`Can't read ${path}. Make it readable for this user.`, { cause });
  }
}

/** docker-compose.yml sets these options itself. */
const SET_BY_COMPOSE: ReadonlySet<string> = new Set([
  'HOST',
  'PORT',
  'PUBLISHED_HOST',
  'PUBLISHED_PORT',
  'DATA_DIR',
  'DATABASE_URL_FILE',
  'DATABASE_DIRECT_URL_FILE',
]);

/**
 * Lists the options that Docker Compose reads differently from Node. Compose replaces `$NAME`, and parses quotes, `#`
 * and `\\` differently. Both read text in single quotes literally.
 */
export function composeErrors(file: Environment, environment: Environment): readonly string[] {
  return Object.entries(file)
    .filter(([name]) => !SET_BY_COMPOSE.has(name))
    .filter(([name, value]) => (value ?? '').trim() !== (environment[name] ?? '').trim())
    .map(
      ([name]) =>
        `Docker Compose reads ${name} in .env differently. Write out its value in single quotes, as in ${name}='…'.`,
    );
}
