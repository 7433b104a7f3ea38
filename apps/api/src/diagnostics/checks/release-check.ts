// Whether a newer version is released. Asks only where the operator says.
import type { Fetcher } from '@matinee/sources/source';
import { z } from 'zod';
import { errorCode, type Finding, type ServerCheck } from './run-checks.ts';

export interface ReleaseCheckOptions {
  /** The latest release, or a list of releases, as JSON of GitHub, GitLab, Gitea or Forgejo. */
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
    /** GitLab calls it `released_at`. */
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

/** Tags of other forms, such as release candidates, don't count. */
const Releases = z
  .union([z.array(z.unknown()), z.unknown().transform((one) => [one])])
  .transform((all) =>
    all.flatMap((one) => {
      const { data } = Release.safeParse(one);
      return data?.isFinal ? [data] : [];
    }),
  );

const CACHED_MS = 6 * 3_600_000;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;

/** Remembers what it learned for six hours. */
export function createReleaseCheck(options: ReleaseCheckOptions): ServerCheck {
  const { url, version, fetch, now } = options;
  let cached: { readonly latest: Release; readonly at: number } | undefined;

  async function findLatest(address: string, signal: AbortSignal): Promise<Release> {
    if (cached && now() - cached.at < CACHED_MS) return cached.latest;
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal };
    const headers = { accept: 'application/json' };
    const { status, body } = await fetch(address, { ...limits, headers });
    if (status !== 200) throw new ReleaseError(`status ${status}`);
    const [latest] = readReleases(body).toSorted((a, b) => compare(b.version, a.version));
    if (!latest) throw new ReleaseError('no release');
    cached = { latest, at: now() };
    return latest;
  }

  return {
    check: 'release',
    run: async (signal): Promise<Finding> => {
      if (url === undefined) return { code: 'releaseOff' };
      try {
        const latest = await findLatest(url, signal);
        if (compare(latest.version, version) <= 0) return { code: 'releaseOk', facts: { version } };
        const { date, url: notes } = latest;
        return { code: 'releaseNewer', facts: { version: latest.version, date, notes } };
      } catch (error) {
        const reason = error instanceof ReleaseError ? error.message : errorCode(error);
        return { code: 'releaseUnknown', facts: { reason } };
      }
    },
  };
}

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

/** Negative if `one` is older. */
function compare(one: string, other: string): number {
  const others = other.split('.').map(Number);
  const differences = one.split('.').map((part, at) => Number(part) - (others[at] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}
