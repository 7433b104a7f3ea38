// A page's stream: where it is, the page may read it, and the headers that it needs go with its requests.
import type { Page } from '#sender.ts';
import { isPrivatePage, refuseResolvingPrivate, type ResolveName } from './private-network.ts';
import { StreamBody } from './protocol.ts';
import { setHeader, type HeaderRule, type HeaderRules } from './header-rules.ts';

export interface StreamDeps {
  readonly rules: HeaderRules;
  /** Unset where the browser resolves no names for us. */
  readonly resolve?: ResolveName | undefined;
}

export async function prepareStream(
  body: unknown,
  page: Page,
  { rules, resolve }: StreamDeps,
): Promise<void> {
  const stream = StreamBody.parse(body);
  const rule = ruleFor(stream, page);
  for (const domain of rule?.condition.requestDomains ?? []) {
    await refuseResolvingPrivate(domain, page, resolve);
  }
  await rules.setForPage(page, stream.ruleId, rule);
}

function ruleFor(stream: StreamBody, page: Page): HeaderRule | undefined {
  const { targetDomains, targetRegex, requestHeaders } = stream;
  const domains = targetDomains?.map(hostnameOf).filter(isSomewhere);
  // How a page that leaves its player gives a rule up, to whichever extension of the family.
  if (domains?.length === 0) return undefined;
  // A pattern alone could be one of the whole house.
  if (!domains && !isPrivatePage(page.hostname))
    throw new Error('A rule must name its targetDomains.');
  return {
    condition: {
      ...(domains && { requestDomains: domains }),
      ...(targetRegex !== undefined && { regexFilter: targetRegex }),
      excludedResourceTypes: ['main_frame', 'sub_frame'],
    },
    requestHeaders,
    responseHeaders: readable(stream.responseHeaders),
  };
}

/** Never with the viewer's cookies: what a page may read in their name is for that server to say. */
const OURS = new Set(['access-control-allow-origin', 'access-control-allow-credentials']);

function readable(
  wanted: StreamBody['responseHeaders'],
): NonNullable<HeaderRule['responseHeaders']> {
  const others = Object.entries(wanted).map(([header, value]) => setHeader(header, value));
  const named = new Set(others.map(({ header }) => header));
  const usual = [
    setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE, PATCH, OPTIONS'),
    setHeader('Access-Control-Allow-Headers', '*'),
    setHeader('Access-Control-Expose-Headers', '*'),
  ];
  return [
    setHeader('Access-Control-Allow-Origin', '*'),
    { header: 'access-control-allow-credentials', operation: 'remove' },
    ...usual.filter(({ header }) => !named.has(header)),
    ...others.filter(({ header }) => !OURS.has(header)),
  ];
}

/** Rules know no ports. */
function hostnameOf(domain: string): string {
  return URL.parse(`https://${domain}`)?.hostname ?? domain.toLowerCase();
}

/** No host will ever have a name under `invalid`. */
const isSomewhere = (domain: string): boolean => !/(^|\.)invalid$/.test(domain);
