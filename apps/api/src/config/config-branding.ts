// What an operator puts around the pages: words of their own, and ways out.
import { clientAddress, clientText } from './config-fields.ts';

export const brandingOptions = {
  FRAME_LINKS: clientText(
    'Shown for 2.5 seconds where the page is in a frame of another; unset, nothing is.',
    'pairs like Name=https://host separated by commas',
  ),
  SIBLING_NAME: clientText(
    'A site that has closed and whose accounts were brought here; those who arrive with ?redir= and this name are told so once.',
    'a name',
  ),
  PRIVACY_NOTE: clientText(
    'Added to the privacy page: what you keep beyond what it says.',
    'a text',
  ),
  DISCORD_LINK: clientAddress('Shown in the footer and the menu.'),
  FACEBOOK_LINK: clientAddress('Shown in the footer and the menu.'),
  INSTAGRAM_LINK: clientAddress('Shown in the footer and the menu.'),
  GITHUB_LINK: clientAddress('Shown in the footer and the menu.'),
  DONATION_LINK: clientAddress('Shown in the menu.'),
};
