// Finds newer versions. Sends requests only to the URL that the operator configures.
import type { NewRelease } from '@matinee/shared/contract/diagnostics';
import type { Fetcher } from '@matinee/sources/source';
import { z } from 'zod';
import { errorCode, type Finding, type ServerCheck } from './run-checks.ts';

export interface ReleasesOptions {
  /** The URL of the latest release or of a list of releases, as JSON of GitHub, GitLab, Gitea or Forgejo. */
  readonly url: string | undefined;
  /** The running version. */
  readonly version: string;
  readonly fetch: Fetcher;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const Release = z
  .object({
    tag_name: z.string().regex(/^v?\d{1,6}\.\d{1,6}\.\d{1,6}$/),
    /** GitLab's name is `released_at`. */
    published_at: z.iso.datetime({ offset: true }).nullish(),
    released_at: z.iso.datetime({ offset: true }).nullish(),
    html_url: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .nullish(),
    _links: z
      .object({
        self: z
          .url({ protocol: /^https?$/ })
          .max(500)
          .nullish(),
      })
      .nullish(),
    draft: z.boolean().nullish(),
    prerelease: z.boolean().nullish(),
  })
  .transform((release) => ({
    version: release.tag_name.replace(/^v/, ''),
    date: (release.published_at ?? release.released_at ?? '').slice(0, 10),
    url: release.html_url ?? release._links?.self ?? '',
    isFinal: release.draft !== true && release.prerelease !== true,
  }));
type Release = z.infer<typeof Release>;

/** Ignores other tags, such as release candidates, and releases without a date. */
const Releases = z
  .union([z.array(z.unknown()), z.unknown().transform((one) => [one])])
  .transform((all) =>
    all.flatMap((one) => {
      const { data } = Release.safeParse(one);
      return data?.isFinal && data.date !== '' ? [data] : [];
    }),
  );

const DAY_MS = 24 * 3_600_000;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;

export interface Releases {
  /** Retries a failed request. Repeats a successful one once a day. */
  readonly check: ServerCheck;
  /** For notices. Sends one request a day, successful or not. Null if no newer version is known. */
  readonly findNewer: () => Promise<NewRelease | null>;
}

/** Requests the releases when an administrator's page needs them. Without a URL, sends no requests. */
export function createReleases({ url, version, fetch, now }: ReleasesOptions): Releases {
  let known: { readonly latest: Release; readonly at: number } | undefined;
  let requestedAt = -Infinity;
  /** Concurrent pages share the request. */
  let pending: Promise<Release> | undefined;

  async function requestLatest(address: string): Promise<Release> {
    requestedAt = now();
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const headers = { accept: 'application/json' };
    const { status, body } = await fetch(address, { ...limits, signal, headers });
    if (status !== 200) throw new ReleaseError(`status ${status}`);
    const [latest] = readReleases(body).toSorted((a, b) => compare(b.version, a.version));
    if (!latest) throw new ReleaseError('no release');
    known = { latest, at: now() };
    return latest;
  }

  const findLatest = async (address: string): Promise<Release> => {
    if (known && now() - known.at < DAY_MS) return known.latest;
    pending ??= requestLatest(address).finally(() => (pending = undefined));
    return await pending;
  };

  return {
    check: {
      check: 'release',
      run: async (): Promise<Finding> => {
        if (url === undefined) return { code: 'releaseOff' };
        try {
          const latest = await findLatest(url);
          if (compare(latest.version, version) <= 0)
            return { code: 'releaseOk', facts: { version } };
          return { code: 'releaseNewer', facts: newRelease(latest) };
        } catch (error) {
          const reason = error instanceof ReleaseError ? error.message : errorCode(error);
          return { code: 'releaseUnknown', facts: { reason } };
        }
      },
    },
    findNewer: async () => {
      if (url === undefined) return null;
      const isDue = pending !== undefined || now() - requestedAt >= DAY_MS;
      const latest = isDue ? await findLatest(url).catch(() => undefined) : known?.latest;
      return latest && compare(latest.version, version) > 0 ? newRelease(latest) : null;
    },
  };
}

const newRelease = ({ version, date, url: notes }: Release): NewRelease => ({
  version,
  date,
  notes,
});

class ReleaseError extends Error {
  override name = 'ReleaseError';
}

function readReleases(body: string): readonly Release[] {
  try {
    return Releases.parse(JSON.parse(body));
  } catch {
    return [];
  }
}

/** Returns a negative number if `one` is older. */
function compare(one: string, other: string): number {
  const others = other.split('.').map(Number);
  const differences = one.split('.').map((part, at) => Number(part) - (others[at] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}
