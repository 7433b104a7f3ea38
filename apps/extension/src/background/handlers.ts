// What the extension answers whom: everybody learns that it is here, and only allowed sites get more.
import { z } from 'zod';
import { senderPage, siteOf, type Page } from '#sender.ts';
import type { Sites } from '#permissions.ts';
import { createRequests, type RequestDeps } from './make-request.ts';
import { Message, OpenPageBody, type Reply, StreamBody } from './protocol.ts';
import { isPrivatePage, refuseResolvingPrivate, type ResolveName } from './private-network.ts';
import { setHeader, type HeaderRule, type HeaderRules } from './header-rules.ts';

export interface HandlerDeps extends RequestDeps {
  readonly version: string;
  readonly sites: Sites;
  readonly hasHostAccess: () => Promise<boolean>;
  /** One of our own pages, in place of the one in the tab. */
  readonly openPage: (tabId: number, path: string) => Promise<unknown>;
}

export interface MessageHandlers {
  readonly answer: (message: unknown, sender: chrome.runtime.MessageSender) => Promise<Reply>;
  /** The page of this tab is gone, and all that was for it. */
  readonly left: (tabId: number) => Promise<void>;
}

export function createHandlers(deps: HandlerDeps): MessageHandlers {
  const { rules } = deps;
  const request = createRequests(deps);
  const visits = new Map<number, AbortController>();

  function visitOf({ tabId }: Page): AbortSignal {
    const visit = visits.get(tabId) ?? new AbortController();
    visits.set(tabId, visit);
    return visit.signal;
  }

  async function left(tabId: number): Promise<void> {
    visits.get(tabId)?.abort(new Error('The page is gone.'));
    visits.delete(tabId);
    await rules.forgetTab(tabId);
  }

  async function reply({ name, body }: Message, page: Page): Promise<object> {
    switch (name) {
      case 'hello':
        return hello(page, deps);
      case 'openPage':
        return openPage(body, page, deps);
      case 'left':
        await left(page.tabId);
        return {};
      case 'makeRequest':
        await demandConsent(page, deps);
        return { response: await request(body, page, visitOf(page)) };
      case 'prepareStream':
        await demandConsent(page, deps);
        await prepareStream(body, page, deps);
        return {};
    }
  }

  return {
    left,
    answer: async (message, sender) => {
      try {
        const page = senderPage(sender);
        if (!page) throw new Error('No tab URL found in the request.');
        return { success: true, ...(await reply(Message.parse(message), page)) };
      } catch (error) {
        return { success: false, error: reasonOf(error) };
      }
    },
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return error instanceof Error ? error.message : String(error);
}

async function hello({ origin }: Page, { version, sites, hasHostAccess }: HandlerDeps) {
  const [allowed, hasPermission] = await Promise.all([sites.has(origin), hasHostAccess()]);
  return { version, allowed, hasPermission };
}

async function openPage(body: unknown, { origin, tabId }: Page, deps: HandlerDeps) {
  const { page, redirectUrl } = OpenPageBody.parse(body);
  if (siteOf(redirectUrl)?.origin !== origin)
    throw new Error('A page may lead back only to itself.');
  await deps.openPage(tabId, `tabs/${page}.html?${new URLSearchParams({ redirectUrl })}`);
  return {};
}

/** The script in every page gives browsers reason enough to let us reach any host; the viewer's word is another thing. */
async function demandConsent(
  { origin }: Page,
  { sites, hasHostAccess }: HandlerDeps,
): Promise<void> {
  if (!(await sites.has(origin))) {
    const { host } = new URL(origin);
    throw new Error(`${host} is not whitelisted. Open the extension and allow this site.`);
  }
  if (!(await hasHostAccess())) throw new Error('The extension has no access to other sites.');
}

// A page's stream: where it is, the page may read it, and the headers that it needs go with its requests.

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
