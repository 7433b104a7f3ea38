// Handles messages of pages. Any page learns that the extension exists; only allowed sites get more.
import { z } from 'zod';
import { senderPage, siteOf, type Page } from '#sender.ts';
import type { Sites } from '#permissions.ts';
import { createRequests, type RequestDeps } from './make-request.ts';
import { Message, OpenPageBody, type Reply, StreamBody } from './protocol.ts';
import { isPrivatePage, denyPrivateAddress, type ResolveName } from './private-network.ts';
import { setHeader, type HeaderRule, type HeaderRules } from './header-rules.ts';

interface HandlerDeps extends RequestDeps {
  readonly version: string;
  readonly sites: Sites;
  readonly hasHostAccess: () => Promise<boolean>;
  /** Opens a page of the extension in the tab. */
  readonly openPage: (tabId: number, path: string) => Promise<unknown>;
}

interface MessageHandlers {
  readonly handle: (message: unknown, sender: chrome.runtime.MessageSender) => Promise<Reply>;
  /** Aborts the requests of the tab's page and removes its rules. */
  readonly pageClosed: (tabId: number) => Promise<void>;
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
        await requireConsent(page, deps);
        return { response: await request(body, page, visitOf(page)) };
      case 'prepareStream':
        await requireConsent(page, deps);
        await setStreamRules(body, page, deps);
        return {};
    }
  }

  return {
    pageClosed: left,
    handle: async (message, sender) => {
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
  if (siteOf(redirectUrl)?.origin !== origin) throw new Error('A page may only return to itself.');
  await deps.openPage(tabId, `tabs/${page}.html?${new URLSearchParams({ redirectUrl })}`);
  return {};
}

/** Requires the user's consent; the host permission of the content script is not consent. */
async function requireConsent(
  { origin }: Page,
  { sites, hasHostAccess }: HandlerDeps,
): Promise<void> {
  if (!(await sites.has(origin))) {
    const { host } = new URL(origin);
    throw new Error(`${host} is not whitelisted. Open the extension and allow this site.`);
  }
  if (!(await hasHostAccess())) throw new Error('The extension has no access to other sites.');
}

interface StreamDeps {
  readonly rules: HeaderRules;
  /** Unset in browsers without a DNS API. */
  readonly resolve?: ResolveName | undefined;
}

/** Lets the page read its stream and adds the headers that the stream needs. */
export async function setStreamRules(
  body: unknown,
  page: Page,
  { rules, resolve }: StreamDeps,
): Promise<void> {
  const stream = StreamBody.parse(body);
  const rule = ruleFor(stream, page);
  for (const domain of rule?.condition.requestDomains ?? []) {
    await denyPrivateAddress(domain, page, resolve);
  }
  await rules.setForPage(page, stream.ruleId, rule);
}

function ruleFor(stream: StreamBody, page: Page): HeaderRule | undefined {
  const { targetDomains, targetRegex, requestHeaders } = stream;
  const domains = targetDomains?.map(hostnameOf).filter(isSomewhere);
  // Movie-web clients remove a rule in this way when they leave the player.
  if (domains?.length === 0) return undefined;
  // A rule with only a pattern could match any host.
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

/** Pages must not set these: with credentials they could read responses in the user's name. */
const PROTECTED = new Set(['access-control-allow-origin', 'access-control-allow-credentials']);

function readable(
  requested: StreamBody['responseHeaders'],
): NonNullable<HeaderRule['responseHeaders']> {
  const others = Object.entries(requested).map(([header, value]) => setHeader(header, value));
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
    ...others.filter(({ header }) => !PROTECTED.has(header)),
  ];
}

/** Rules match hosts without port. */
function hostnameOf(domain: string): string {
  return URL.parse(`https://${domain}`)?.hostname ?? domain.toLowerCase();
}

/** The TLD `invalid` never resolves (RFC 2606). */
const isSomewhere = (domain: string): boolean => !/(^|\.)invalid$/.test(domain);
