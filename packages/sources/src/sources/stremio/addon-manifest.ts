// What an add-on says of itself, and whether it may be used.
import { z } from 'zod';
import { lenientArray } from '#parse-response.ts';

const texts = z.array(z.string());
const hint = z.boolean().optional().catch(undefined);

const Resource = z.union([
  z.string().transform((name) => ({ name, types: undefined, idPrefixes: undefined })),
  z.object({
    name: z.string(),
    types: texts.nullish().catch(undefined),
    idPrefixes: texts.nullish().catch(undefined),
  }),
]);

export const AddonManifest = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .transform((name) => name.slice(0, 60)),
  types: lenientArray(z.string()),
  resources: lenientArray(Resource),
  idPrefixes: texts.nullish().catch(undefined),
  behaviorHints: z.object({ adult: hint, p2p: hint, configurationRequired: hint }).catch({}),
});
export type AddonManifest = z.infer<typeof AddonManifest>;

export interface AddonRequest {
  readonly resource: 'stream' | 'subtitles';
  readonly type: 'movie' | 'series';
  readonly id: string;
}

const REFUSALS = {
  p2p: 'it shares files between its users',
  adult: 'it is for adults only',
  unconfigured: 'it must be configured first',
  noStreams: 'it has no streams',
} as const;
export type AddonRejection = keyof typeof REFUSALS;

/** Why an add-on is not used at all. */
export function rejectionOf({
  behaviorHints,
  resources,
}: AddonManifest): AddonRejection | undefined {
  if (behaviorHints.p2p) return 'p2p';
  if (behaviorHints.adult) return 'adult';
  if (behaviorHints.configurationRequired) return 'unconfigured';
  return resources.some(({ name }) => name === 'stream') ? undefined : 'noStreams';
}

/** The same in words. */
export function rejectionText(manifest: AddonManifest): string | undefined {
  const why = rejectionOf(manifest);
  return why && REFUSALS[why];
}

/** An add-on is asked only for what it says that it answers. */
export function supports(manifest: AddonManifest, { resource, type, id }: AddonRequest): boolean {
  return manifest.resources.some((each) => {
    const types = each.types ?? manifest.types;
    const prefixes = each.idPrefixes ?? manifest.idPrefixes ?? [];
    const knowsId = prefixes.length === 0 || prefixes.some((prefix) => id.startsWith(prefix));
    return each.name === resource && types.includes(type) && knowsId;
  });
}

/** Whether any film, or any episode, may be asked for. */
export function hasStreamsOf(manifest: AddonManifest, type: AddonRequest['type']): boolean {
  const anImdbId = 'tt';
  return (
    rejectionText(manifest) === undefined &&
    supports(manifest, { resource: 'stream', type, id: anImdbId })
  );
}

/** `stremio://host/…/manifest.json` and the like as an http address; undefined when it is none. */
export function transportOf(text: string): string | undefined {
  const url = URL.parse(text.trim().replace(/^stremio:/i, 'https:'));
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const path = url.pathname.replace(/\/(?:manifest\.json)?$/, '');
  return `${url.origin}${path}/manifest.json`;
}
