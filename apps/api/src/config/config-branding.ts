// Branding options: names, notes and links that the operator adds to pages.
import { clientAddress, clientText } from './config-fields.ts';

export const brandingOptions = {
  FRAME_LINKS: clientText(
    'Links shown for 2.5 seconds when the page is in a frame of another site; unset shows none.',
    'pairs like Name=https://host separated by commas',
  ),
  SIBLING_NAME: clientText(
    'A closed site whose accounts were moved here. Users who arrive with ?redir= and this name see a notice once.',
    'a name',
  ),
  PRIVACY_NOTE: clientText('Added to the privacy page: further data that you store.', 'a text'),
  DISCORD_LINK: clientAddress('Shown in the footer and the menu.'),
  FACEBOOK_LINK: clientAddress('Shown in the footer and the menu.'),
  INSTAGRAM_LINK: clientAddress('Shown in the footer and the menu.'),
  GITHUB_LINK: clientAddress('Shown in the footer and the menu.'),
  DONATION_LINK: clientAddress('Shown in the menu.'),
};
