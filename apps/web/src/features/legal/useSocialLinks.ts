import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';

interface OutsideLink {
  readonly href: string;
  readonly label: string;
}

/** Where the people of this site can be met; only what the operator has set. */
export function useSocialLinks(): readonly OutsideLink[] {
  const { t } = useTranslation();
  return [
    { href: config.DISCORD_LINK, label: t(($) => $.links.discord) },
    { href: config.FACEBOOK_LINK, label: t(($) => $.links.facebook) },
    { href: config.INSTAGRAM_LINK, label: t(($) => $.links.instagram) },
    { href: config.GITHUB_LINK, label: t(($) => $.links.github) },
  ].flatMap(({ href, label }) => (href === undefined ? [] : [{ href, label }]));
}
