// Lists all options with their values and origins for administrators.
import type { ConfiguredOption } from '@matinee/shared/contract/diagnostics';
import type { Environment } from './config-env-file.ts';
import { Options } from './config-options.ts';
import { infoOf, optionNames, variableOf, type Config, type OptionName } from './config.ts';

/** The origin of each option that is set. */
export type OptionOrigins = Partial<Record<OptionName, ConfiguredOption['from']>>;

/** `file`: the values of `.env`. `environment` contains them, too, unless the process sets others. */
export function optionOrigins(environment: Environment, file: Environment = {}): OptionOrigins {
  return Object.fromEntries(
    optionNames().flatMap((name) => {
      const variable = variableOf(name, environment);
      return variable === undefined ? [] : [[name, originOf(name, variable, environment, file)]];
    }),
  );
}

function originOf(
  name: OptionName,
  variable: string,
  environment: Environment,
  file: Environment,
): ConfiguredOption['from'] {
  if (variable === `${name}_FILE`) return 'secretFile';
  const isFromFile = file[variable] !== undefined && file[variable] === environment[variable];
  return isFromFile ? 'envFile' : 'environment';
}

/** Omits the values of secrets. */
export function describeOptions(
  config: Config,
  origins: OptionOrigins,
): readonly ConfiguredOption[] {
  const defaults = Options.parse({});
  return optionNames().map((name) => {
    const isSecret = infoOf(name)?.isSecret === true;
    const from = origins[name] ?? 'default';
    const initial = textOf(defaults[name]);
    return {
      name,
      isSecret,
      isSet: from !== 'default',
      value: isSecret ? null : maskedUrls(textOf(config[name])),
      default: isSecret ? null : initial,
      from,
    };
  });
}

/** Returns the value like the operator writes it. Null if there is none. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).join(', ');
  const pairs = Object.entries(value ?? {}).map(([name, one]) => `${name}=${String(one)}`);
  return pairs.length === 0 ? null : pairs.join(', ');
}

/** Hides passwords and keys that operators write into URLs. */
const maskedUrls = (text: string | null): string | null =>
  text?.replaceAll(/(https?:\/\/)[^\s/@,]*@/gi, '$1…@').replaceAll(/\?[^\s,#]+/g, '?…') ?? null;

/**
 * Returns the value of a switch or a number, which contains no personal data or addresses. Null for other options. Only
 * options with documented values count as switches.
 */
export function plainValue({ name, value }: ConfiguredOption): string | null {
  const known = optionNames().find((one) => one === name);
  const allowed = known === undefined ? '' : (infoOf(known)?.allowed ?? '');
  const isNumber = /^a (?:whole )?number/.test(allowed);
  const isSwitch = value !== null && allowed.split(/, | or /).includes(value);
  return isNumber || isSwitch ? value : null;
}
