// The toolbar popup: permission of the current site, and the list of allowed sites.
import { removeHostAccess, hasHostAccess, createSites } from '#permissions.ts';
import { siteOf } from '#sender.ts';
import { requireElement, showTexts, pageText } from './texts.ts';

const sites = createSites(chrome.storage.local);
const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
const here = siteOf(tab?.url ?? '');
const toggle = requireElement('#toggle', HTMLButtonElement);

showTexts(document, here && hostOf(here.origin));
requireElement('#here', HTMLElement).hidden = !here;
requireElement('#nowhere', HTMLElement).hidden = Boolean(here);
toggle.addEventListener('click', () => void change());
await show();

async function show(): Promise<void> {
  const allowed = await sites.list();
  const isAllowed = here !== undefined && allowed.includes(here.origin) && (await hasHostAccess());
  toggle.textContent = pageText(isAllowed ? 'forbid' : 'allow');
  requireElement('#state', HTMLElement).textContent = pageText(
    isAllowed ? 'isAllowed' : 'isNotAllowed',
  );
  requireElement('#state', HTMLElement).dataset.allowed = String(isAllowed);
  requireElement('#others', HTMLElement).hidden = allowed.length === 0;
  requireElement('#sites', HTMLUListElement).replaceChildren(...allowed.map(row));
}

async function change(): Promise<void> {
  if (!here || !tab?.url) return;
  const { origin } = here;
  if (toggle.textContent === pageText('forbid')) return remove(origin);
  if (await hasHostAccess()) {
    await sites.add(origin);
    return show();
  }
  // The browser's permission prompt would close the popup.
  const page = `tabs/PermissionGrant.html?${new URLSearchParams({ redirectUrl: tab.url })}`;
  await chrome.tabs.update({ url: chrome.runtime.getURL(page) });
  window.close();
}

async function remove(origin: string): Promise<void> {
  await sites.remove(origin);
  if ((await sites.list()).length === 0) await removeHostAccess();
  await show();
  toggle.focus();
}

function row(origin: string): HTMLElement {
  const item = document.createElement('li');
  const name = document.createElement('span');
  name.textContent = hostOf(origin);
  name.title = origin;
  const button = document.createElement('button');
  button.textContent = pageText('remove');
  button.setAttribute('aria-label', pageText('removeSite', hostOf(origin)));
  button.addEventListener('click', () => void remove(origin));
  item.append(name, button);
  return item;
}

function hostOf(origin: string): string {
  return new URL(origin).host;
}
