// Session rules of declarativeNetRequest, for one tab or for the extension's own requests, which have no tab. Changes
// run one at a time, so that two changes never use the same rule id.
import type { Page } from '#sender.ts';
import { createSerialQueue } from './serial-queue.ts';

type Rule = chrome.declarativeNetRequest.Rule;
type Condition = chrome.declarativeNetRequest.RuleCondition;
type HeaderChange = chrome.declarativeNetRequest.ModifyHeaderInfo;

export interface HeaderRule {
  readonly condition: Condition;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseHeaders?: readonly HeaderChange[];
}

/** The part of the API that this module uses. Tests replace it. */
export interface RuleApi {
  readonly getSessionRules: () => Promise<Rule[]>;
  readonly updateSessionRules: (change: {
    addRules?: Rule[];
    removeRuleIds?: number[];
  }) => Promise<void>;
}

export interface HeaderRules {
  /** Replaces the page's rule of this number, or removes it without a new rule. */
  readonly setForPage: (page: Page, number: number, rule: HeaderRule | undefined) => Promise<void>;
  readonly forgetTab: (tabId: number) => Promise<void>;
  /** Applies a rule to the extension's requests while the task runs. */
  readonly during: <T>(rule: HeaderRule, task: () => Promise<T>) => Promise<T>;
  /** Removes rules of a worker that was terminated during requests. */
  readonly forgetRequests: () => Promise<void>;
}

/** The tab id of requests by the extension and by sites' workers. */
const NO_TAB = -1;

export function createHeaderRules(api: RuleApi): HeaderRules {
  const enqueue = createSerialQueue();

  const change = (which: (rule: Rule) => boolean, added?: Omit<Rule, 'id'>) =>
    enqueue('', async () => {
      const rules = await api.getSessionRules();
      const removeRuleIds = rules.filter(which).map(({ id }) => id);
      if (removeRuleIds.length === 0 && !added) return undefined;
      const id = Math.max(0, ...rules.map((rule) => rule.id)) + 1;
      const addRules = added ? [{ ...added, id }] : [];
      await api.updateSessionRules({ removeRuleIds, addRules });
      return id;
    });

  return {
    // Stores the page's rule number as priority, because the worker's memory is lost on restart.
    setForPage: async ({ tabId, hostname }, number, rule) => {
      const isIt = (one: Rule) => isOfTab(one, tabId) && one.priority === number;
      const condition = { tabIds: [tabId, NO_TAB], initiatorDomains: [hostname] };
      await change(isIt, rule && asRule(rule, condition, number));
    },
    forgetTab: async (tabId) => {
      await change((rule) => isOfTab(rule, tabId));
    },
    during: async (rule, task) => {
      const id = await change(() => false, asRule(rule, { tabIds: [NO_TAB] }, 1));
      try {
        return await task();
      } finally {
        await change((one) => one.id === id);
      }
    },
    forgetRequests: async () => {
      await change(({ condition: { tabIds } }) => tabIds?.length === 1 && tabIds[0] === NO_TAB);
    },
  };
}

function isOfTab({ condition: { tabIds } }: Rule, tabId: number): boolean {
  return tabIds?.includes(tabId) ?? false;
}

function asRule(
  { condition, requestHeaders, responseHeaders = [] }: HeaderRule,
  where: Condition,
  priority: number,
): Omit<Rule, 'id'> {
  const set = Object.entries(requestHeaders).map(([header, value]) => setHeader(header, value));
  return {
    priority,
    condition: { ...condition, ...where },
    action: {
      type: 'modifyHeaders',
      ...(set.length > 0 && { requestHeaders: set }),
      ...(responseHeaders.length > 0 && { responseHeaders: [...responseHeaders] }),
    },
  };
}

export function setHeader(header: string, value: string): HeaderChange {
  return { header: header.toLowerCase(), operation: 'set', value };
}
