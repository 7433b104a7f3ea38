// Finds misspelled option names, which would otherwise be ignored silently.
import { about } from './config-fields.ts';
import { Options } from './config-options.ts';
import type { Environment } from './config-env-file.ts';

/** Names that OpenTelemetry's packages read. */
const OPEN_TELEMETRY =
  /^OTEL_(?:RESOURCE_ATTRIBUTES|BSP_(?:SCHEDULE_DELAY|EXPORT_TIMEOUT|MAX_QUEUE_SIZE|MAX_EXPORT_BATCH_SIZE)|EXPORTER_OTLP_(?:TRACES_)?(?:HEADERS|TIMEOUT|COMPRESSION|CERTIFICATE|CLIENT_KEY|CLIENT_CERTIFICATE))$/;
/** Names for other programs that read the same `.env`. */
const FOREIGN =
  /^(?:(?:VITE|COMPOSE|DOCKER|BUILDKIT|BUILDX|NODE|NPM|MALLOC|LC)_|(?:TZ|LANG|REVISION|POSTGRES_IMAGE|UV_THREADPOOL_SIZE)$)/;
const MAX_DISTANCE = 2;
/** Shorter names differ in two letters from too many others. */
const MIN_LENGTH = 6;

const names: readonly string[] = Options.keyof().options.flatMap((name) =>
  about.get(Options.shape[name])?.isSecret ? [name, `${name}_FILE`] : [name],
);
const known: ReadonlySet<string> = new Set(names);

interface Misspelt {
  /** Names in `.env` that resemble an option. */
  readonly errors: readonly string[];
  /** Unknown names in `.env`, and names in the environment that resemble an option. */
  readonly warnings: readonly string[];
}

export function misspeltOptions(file: Environment, environment: Environment): Misspelt {
  const errors: string[] = [];
  const warnings: string[] = [];
  for (const name of Object.keys(file).filter(isUnknown)) {
    const nearest = nearestOption(name);
    if (nearest === undefined) warnings.push(`${name} in .env isn't an option.`);
    else errors.push(`${name} in .env isn't an option. Did you mean ${nearest}?`);
  }
  for (const name of Object.keys(environment).filter(isUnknown)) {
    const nearest = name in file ? undefined : nearestOption(name);
    if (nearest !== undefined) warnings.push(`${name} isn't an option. Did you mean ${nearest}?`);
  }
  return { errors, warnings };
}

const isUnknown = (name: string): boolean =>
  !known.has(name) && !FOREIGN.test(name) && !OPEN_TELEMETRY.test(name);

function nearestOption(name: string): string | undefined {
  if (name.length < MIN_LENGTH) return undefined;
  const [best] = names
    .filter((option) => Math.abs(option.length - name.length) <= MAX_DISTANCE)
    .map((option) => ({ option, distance: levenshtein(option, name) }))
    .filter(({ distance }) => distance <= MAX_DISTANCE)
    .toSorted((a, b) => a.distance - b.distance);
  return best?.option;
}

function levenshtein(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, letter] of Array.from(from).entries()) {
    const next = [at + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
