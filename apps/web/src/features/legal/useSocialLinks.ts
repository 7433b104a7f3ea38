import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';

interface SocialLink {
  readonly href: string;
  readonly label: string;
}

/** The links that the operator configured. */
export function useSocialLinks(): readonly SocialLink[] {
  const { t } = useTranslation();
  return [
    { href: config.DISCORD_LINK, label: t(($) => $.links.discord) },
    { href: config.FACEBOOK_LINK, label: t(($) => $.links.facebook) },
    { href: config.INSTAGRAM_LINK, label: t(($) => $.links.instagram) },
    { href: config.GITHUB_LINK, label: t(($) => $.links.github) },
  ].flatMap(({ href, label }) => (href === undefined ? [] : [{ href, label }]));
}
