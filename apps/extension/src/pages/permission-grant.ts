// Asks for permission on behalf of a site, which opens this page. Both buttons return to the site.
import { requestHostAccess, createSites } from '#permissions.ts';
import { siteOf } from '#sender.ts';
import { requireElement, showTexts, pageText } from './texts.ts';

const address = new URLSearchParams(location.search).get('redirectUrl') ?? '';
const site = siteOf(address);

showTexts(document, site && new URL(site.origin).host);
requireElement('#ask', HTMLElement).hidden = !site;
requireElement('#lost', HTMLElement).hidden = Boolean(site);
if (site) showButtons(site.origin);

function showButtons(origin: string): void {
  const allow = requireElement('#allow', HTMLButtonElement);
  const note = requireElement('#note', HTMLElement);
  const back = () => location.replace(address);
  allow.addEventListener('click', () => {
    note.textContent = '';
    void grant(origin).then((granted) => {
      if (granted) back();
      else note.textContent = pageText('refused');
    });
  });
  requireElement('#decline', HTMLButtonElement).addEventListener('click', back);
  allow.focus();
}

async function grant(origin: string): Promise<boolean> {
  // Must come first: browsers accept it only directly after a click.
  if (!(await requestHostAccess())) return false;
  await createSites(chrome.storage.local).add(origin);
  return true;
}
