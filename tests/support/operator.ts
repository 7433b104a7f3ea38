// An operator's view of a server in its own process: its start messages, its checks and its manual.
import { CHECK_PAGES, CheckEvent } from '@matinee/shared/contract/diagnostics';
import { factTexts } from '../../apps/web/src/features/diagnostics/fact-texts.ts';
import english from '../../apps/web/src/i18n/locales/en.json' with { type: 'json' };
import { freePort } from './free-port.ts';
import { newKeys, register } from './identity.ts';
import { until, type Matinee, type StartOptions } from './matinee-process.ts';
import { startMatinee } from './process.ts';

export interface Instance extends Matinee {
  readonly url: string;
  /** Runs a check as an administrator, behind a reverse proxy if there are `headers`. */
  readonly check: (
    check: keyof typeof CHECK_PAGES,
    options?: { readonly subject?: string; readonly headers?: Readonly<Record<string, string>> },
  ) => Promise<Shown>;
}

/** A row of “Server checks”, as administrators see it. */
export interface Shown {
  readonly status: string;
  readonly cause: string;
  readonly advice: string;
  /** The page behind its link to the manual, and the link's anchor. */
  readonly manual: string;
  readonly anchor: string;
}

/** Starts a server, and creates the account of its administrator. */
export async function startInstance(options: StartOptions): Promise<Instance> {
  const port = await freePort();
  const keys = newKeys();
  const environment = {
    PORT: String(port),
    ADMIN_PUBLIC_KEYS: keys.publicKey,
    REGISTRATION: 'open',
    SUBTITLES: 'off',
    BACKUPS: 'off',
    ...options.environment,
  };
  const matinee = startMatinee({ ...options, environment });
  const isReady = () => matinee.printed().includes('Matinee is ready');
  await Promise.race([
    until(isReady),
    matinee.ended().then((how) => Promise.reject(new Error(`${how}: ${matinee.printed()}`))),
  ]);
  // With PUBLIC_URL, the ready message has another address.
  const url = `http://127.0.0.1:${port}`;
  const admin = await register({ url }, keys);
  return {
    ...matinee,
    url,
    check: async (check, { subject, headers } = {}) => {
      const query = new URLSearchParams({ check, ...(subject !== undefined && { subject }) });
      const response = await fetch(`${url}/diagnostics/checks?${query.toString()}`, {
        headers: { ...admin.headers, ...headers },
      });
      const [, data = ''] = /^event: result\ndata: (.*)$/m.exec(await response.text()) ?? [];
      const event = CheckEvent.parse({ type: 'result', ...JSON.parse(data) });
      if (event.type !== 'result') throw new Error('no result');
      const { means, fixes } = english.admin.checks;
      const fill = (texts: Readonly<Record<string, string>>) => {
        const values = factTexts(event.facts, 'en');
        return (texts[event.code] ?? '').replaceAll(
          /\{\{(\w+)\}\}/g,
          (_, name: string) => values[name] ?? '',
        );
      };
      const [page, anchor = ''] = CHECK_PAGES[check].split('#');
      return {
        status: event.status,
        cause: fill(means),
        advice: fill(fixes),
        manual: await (await fetch(`${url}/manual/${page}`)).text(),
        anchor,
      };
    },
  };
}
