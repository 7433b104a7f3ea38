// The header rules of the browser. They last as long as the browser runs at most, hold for one tab (or for our own
// requests, which have none), and are changed one at a time, so that no two changes take the same number.
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

/** As far as we need it, so that tests can have one. */
export interface RuleApi {
  readonly getSessionRules: () => Promise<Rule[]>;
  readonly updateSessionRules: (change: {
    addRules?: Rule[];
    removeRuleIds?: number[];
  }) => Promise<void>;
}

export interface HeaderRules {
  /** In place of the one that had this number in the page; without a rule the number is free. */
  readonly setForPage: (page: Page, number: number, rule: HeaderRule | undefined) => Promise<void>;
  readonly forgetTab: (tabId: number) => Promise<void>;
  /** Holds for our own requests while the task runs. */
  readonly during: <T>(rule: HeaderRule, task: () => Promise<T>) => Promise<T>;
  /** What a worker that was ended in the middle of its requests has left behind. */
  readonly forgetRequests: () => Promise<void>;
}

/** Of requests that belong to no tab: ours, and those of a site's own workers. */
const NO_TAB = -1;

export function createHeaderRules(api: RuleApi): HeaderRules {
  const inTurn = createSerialQueue();

  const change = (which: (rule: Rule) => boolean, added?: Omit<Rule, 'id'>) =>
    inTurn('', async () => {
      const rules = await api.getSessionRules();
      const removeRuleIds = rules.filter(which).map(({ id }) => id);
      if (removeRuleIds.length === 0 && !added) return undefined;
      const id = Math.max(0, ...rules.map((rule) => rule.id)) + 1;
      const addRules = added ? [{ ...added, id }] : [];
      await api.updateSessionRules({ removeRuleIds, addRules });
      return id;
    });

  return {
    // A rule's number in its page is its priority: a second book of numbers could be lost.
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
