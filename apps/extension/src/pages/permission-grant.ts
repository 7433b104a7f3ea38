// Where a site sends its viewer to be allowed. Both buttons lead back to it.
import { requestHostAccess, createSites } from '#permissions.ts';
import { siteOf } from '#sender.ts';
import { requireElement, showTexts, text } from './texts.ts';

const address = new URLSearchParams(location.search).get('redirectUrl') ?? '';
const site = siteOf(address);

showTexts(document, site && new URL(site.origin).host);
requireElement('#ask', HTMLElement).hidden = !site;
requireElement('#lost', HTMLElement).hidden = Boolean(site);
if (site) ask(site.origin);

function ask(origin: string): void {
  const allow = requireElement('#allow', HTMLButtonElement);
  const note = requireElement('#note', HTMLElement);
  const back = () => location.replace(address);
  allow.addEventListener('click', () => {
    note.textContent = '';
    void grant(origin).then((granted) => {
      if (granted) back();
      else note.textContent = text('refused');
    });
  });
  requireElement('#decline', HTMLButtonElement).addEventListener('click', back);
  allow.focus();
}

async function grant(origin: string): Promise<boolean> {
  // First of all: browsers forget the click as soon as something else is waited for.
  if (!(await requestHostAccess())) return false;
  await createSites(chrome.storage.local).add(origin);
  return true;
}
