import { describe, expect, test } from 'vitest';
import { createHeaderRules, type RuleApi } from './header-rules.ts';

type Rule = chrome.declarativeNetRequest.Rule;

/** Asynchronous like a browser, and rejects duplicate rule ids. */
function createBrowser() {
  let rules: readonly Rule[] = [];
  const api: RuleApi = {
    getSessionRules: async () => [...rules],
    updateSessionRules: async ({ addRules = [], removeRuleIds = [] }) => {
      await Promise.resolve();
      const left = rules.filter(({ id }) => !removeRuleIds.includes(id));
      if (addRules.some(({ id }) => left.some((rule) => rule.id === id))) throw new Error('taken');
      rules = [...left, ...addRules];
    },
  };
  return { api, rules: () => rules };
}

const page = (tabId: number) => ({ origin: 'https://a.test', hostname: 'a.test', tabId });
const rule = (host: string) => ({
  condition: { requestDomains: [host] },
  requestHeaders: { Referer: host },
});
const hosts = (rules: readonly Rule[]) =>
  rules.flatMap(({ condition }) => condition.requestDomains ?? []).join(' ');

describe('the header rules', () => {
  test('of a page apply in its tab and to its site only, and replace each other by id', async () => {
    const { api, rules } = createBrowser();
    const book = createHeaderRules(api);
    await book.setForPage(page(7), 1, rule('one.test'));
    await book.setForPage(page(7), 2, rule('two.test'));
    await book.setForPage(page(8), 1, rule('other.test'));
    await book.setForPage(page(7), 1, rule('three.test'));
    expect(hosts(rules())).toBe('two.test other.test three.test');
    expect(rules()[2]).toMatchObject({
      condition: { tabIds: [7, -1], initiatorDomains: ['a.test'] },
      action: { requestHeaders: [{ header: 'referer', operation: 'set', value: 'three.test' }] },
    });
    await book.setForPage(page(7), 2, undefined);
    expect(hosts(rules())).toBe('other.test three.test');
    await book.forgetTab(7);
    expect(hosts(rules())).toBe('other.test');
  });

  test('that are requested at the same time get different ids', async () => {
    const { api, rules } = createBrowser();
    const book = createHeaderRules(api);
    await Promise.all([1, 2, 3].map((tab) => book.setForPage(page(tab), 1, rule(`${tab}.test`))));
    expect(new Set(rules().map(({ id }) => id)).size).toBe(3);
  });

  test('of a request last as long as the request, even when it fails', async () => {
    const { api, rules } = createBrowser();
    const book = createHeaderRules(api);
    const seen = await book.during(rule('a.test'), async () => rules());
    expect(seen[0]?.condition.tabIds).toEqual([-1]);
    const failing = book.during(rule('a.test'), async () => {
      throw new Error('no network');
    });
    await expect(failing).rejects.toThrow('no network');
    expect(rules()).toEqual([]);
  });

  test('of a terminated worker are removed, and those of pages stay', async () => {
    const { api, rules } = createBrowser();
    await new Promise<void>((begun) => {
      const forEver = () => new Promise(() => begun());
      void createHeaderRules(api).during(rule('left.test'), forEver);
    });
    const book = createHeaderRules(api);
    await book.setForPage(page(1), 1, rule('page.test'));
    await book.forgetRequests();
    expect(hosts(rules())).toBe('page.test');
  });
});
