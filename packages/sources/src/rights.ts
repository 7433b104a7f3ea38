// The rights gate decides whether an upload may be shown. Being on a public host proves nothing.

export interface RightsClaim {
  readonly identifier: string;
  readonly licenceUrl?: string | undefined;
  readonly collections?: readonly string[];
  readonly uploader?: string | undefined;
  /** The host that serves the upload. */
  readonly host?: string | undefined;
  /** The work's year of publication, only if the match is certain. See `verifiedYear`. */
  readonly verifiedYear?: number | undefined;
  /** Whether the starter catalog lists the work as free, and the match is certain. */
  readonly isCuratedWork?: boolean;
}

export interface RightsAllowList {
  readonly collections: readonly string[];
  readonly uploaders: readonly string[];
}

export interface RightsRules {
  readonly currentYear: number;
  readonly isCurated: (identifier: string) => boolean;
  /** Collections and hosts with reliable licenses, because curators or admins check uploads. */
  readonly trusted?: {
    readonly collections?: readonly string[];
    readonly hosts?: readonly string[];
  };
  /** Uploads that the operator allows, with or without a license. */
  readonly allowed?: RightsAllowList | undefined;
}

export type RightsDecision =
  | { readonly accepted: true; readonly ground: 'curated' | 'licence' | 'age' | 'operator' }
  /** Shown to the user. */
  | { readonly accepted: false; readonly reason: string };

/** US copyright lasts 95 years after the year of publication. */
const US_TERM_YEARS = 95;

const PUBLIC_DOMAIN_MARK = /^\/publicdomain\/mark\/1\.0(?:\/|$)/;
const OPEN_TERMS = [
  /^\/licenses\/[^/]+/,
  /^\/publicdomain\/zero\/1\.0(?:\/|$)/,
  PUBLIC_DOMAIN_MARK,
];

/** Requires confirmation of a license, because unknown uploaders choose any license. */
export function checkRights(claim: RightsClaim, rules: RightsRules): RightsDecision {
  if (rules.isCurated(claim.identifier)) return { accepted: true, ground: 'curated' };
  if (isOldEnough(claim.verifiedYear, rules.currentYear)) return { accepted: true, ground: 'age' };
  if (isAllowed(claim, rules.allowed)) return { accepted: true, ground: 'operator' };
  if (!isOpenLicence(claim.licenceUrl)) {
    return { accepted: false, reason: 'nothing shows that it may be shown freely' };
  }
  if (isLicenceConfirmed(claim, rules)) return { accepted: true, ground: 'licence' };
  const isMark = PUBLIC_DOMAIN_MARK.test(creativeCommons(claim.licenceUrl)?.pathname ?? '');
  return {
    accepted: false,
    reason: isMark
      ? "a Public Domain Mark alone isn't proof"
      : 'only the uploader claims this license',
  };
}

export function isOldEnough(year: number | undefined, currentYear: number): boolean {
  return year !== undefined && year < currentYear - US_TERM_YEARS;
}

export function isOpenLicence(url: string | undefined): boolean {
  const licence = creativeCommons(url);
  return licence !== undefined && OPEN_TERMS.some((terms) => terms.test(licence.pathname));
}

/** Returns the name in the credit line, such as `CC BY-SA 4.0`. */
export function licenceName(url: string | undefined): string | undefined {
  const licence = creativeCommons(url);
  const [, section, terms, version] = licence?.pathname.split('/') ?? [];
  if (!section || !terms || !isOpenLicence(url)) return undefined;
  if (section === 'publicdomain') return terms === 'zero' ? 'CC0 1.0' : 'Public Domain Mark 1.0';
  if (terms === 'publicdomain') return 'Public domain';
  return ['CC', terms.toUpperCase(), version].filter(Boolean).join(' ');
}

function creativeCommons(url: string | undefined): URL | undefined {
  const parsed = url === undefined ? null : URL.parse(url.trim());
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return undefined;
  // Check the parsed host: evil.example/creativecommons.org must fail.
  const isTheirs = /^(?:.+\.)?creativecommons\.org$/.test(parsed.hostname);
  return isTheirs ? parsed : undefined;
}

function isLicenceConfirmed(claim: RightsClaim, { trusted = {} }: RightsRules): boolean {
  const { collections = [], hosts = [] } = trusted;
  return (
    claim.isCuratedWork === true ||
    (claim.host !== undefined && hosts.includes(claim.host)) ||
    (claim.collections ?? []).some((each) => collections.includes(each))
  );
}

function isAllowed(claim: RightsClaim, allowed: RightsAllowList | undefined): boolean {
  if (!allowed) return false;
  const isUploader = claim.uploader !== undefined && allowed.uploaders.includes(claim.uploader);
  return isUploader || (claim.collections ?? []).some((each) => allowed.collections.includes(each));
}
