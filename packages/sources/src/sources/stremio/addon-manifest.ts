// The manifest of a Stremio add-on, and whether the add-on is accepted.
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

const REJECTIONS = {
  p2p: 'it shares files between its users',
  adult: 'it is for adults only',
  unconfigured: 'it must be set up first',
  noStreams: 'it has no streams',
} as const;
export type AddonRejection = keyof typeof REJECTIONS;

/** Returns undefined if the add-on is accepted. */
export function rejectionOf({
  behaviorHints,
  resources,
}: AddonManifest): AddonRejection | undefined {
  if (behaviorHints.p2p) return 'p2p';
  if (behaviorHints.adult) return 'adult';
  if (behaviorHints.configurationRequired) return 'unconfigured';
  return resources.some(({ name }) => name === 'stream') ? undefined : 'noStreams';
}

export function rejectionText(manifest: AddonManifest): string | undefined {
  const why = rejectionOf(manifest);
  return why && REJECTIONS[why];
}

/** Returns whether the add-on declares support for the resource, type and ID. */
export function supports(manifest: AddonManifest, { resource, type, id }: AddonRequest): boolean {
  return manifest.resources.some((each) => {
    const types = each.types ?? manifest.types;
    const prefixes = each.idPrefixes ?? manifest.idPrefixes ?? [];
    const knowsId = prefixes.length === 0 || prefixes.some((prefix) => id.startsWith(prefix));
    return each.name === resource && types.includes(type) && knowsId;
  });
}

export function hasStreamsOf(manifest: AddonManifest, type: AddonRequest['type']): boolean {
  const anImdbId = 'tt';
  return (
    rejectionText(manifest) === undefined &&
    supports(manifest, { resource: 'stream', type, id: anImdbId })
  );
}

/** Converts `stremio://host/…/manifest.json` and similar to an HTTP URL. Undefined if invalid. */
export function transportOf(text: string): string | undefined {
  const url = URL.parse(text.trim().replace(/^stremio:/i, 'https:'));
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const path = url.pathname.replace(/\/(?:manifest\.json)?$/, '');
  return `${url.origin}${path}/manifest.json`;
}
