import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';

interface SocialLink {
  readonly href: string;
  readonly label: string;
}

/** The links that the operator configured. */
export function useSocialLinks(): readonly SocialLink[] {
  const { t } = useTranslation();
  const contacts = useContactLinks();
  return [...contacts, ...linksOf([{ href: config.GITHUB_LINK, label: t(($) => $.links.github) }])];
}

/** Only the links that lead to the people who run the site. The link to the source code does not. */
export function useContactLinks(): readonly SocialLink[] {
  const { t } = useTranslation();
  return linksOf([
    { href: config.DISCORD_LINK, label: t(($) => $.links.discord) },
    { href: config.FACEBOOK_LINK, label: t(($) => $.links.facebook) },
    { href: config.INSTAGRAM_LINK, label: t(($) => $.links.instagram) },
  ]);
}

const linksOf = (
  links: readonly { readonly href: string | undefined; readonly label: string }[],
): SocialLink[] =>
  links.flatMap(({ href, label }) => (href === undefined ? [] : [{ href, label }]));
