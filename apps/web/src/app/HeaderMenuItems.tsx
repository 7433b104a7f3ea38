import { CloudUpload, Compass, Heart, History, Info, ListVideo, Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { config } from '#config.ts';
import { useSocialLinks } from '#features/legal/useSocialLinks.ts';
import { sessionStore } from '#data/session.ts';
import { paths } from '#paths.ts';
import { Menu, MenuLink, MenuExternalLink } from '#ui/Menu.tsx';
import { AccountMenuItems } from './AccountMenuItems.tsx';
import styles from './HeaderMenu.module.css';

interface HeaderMenuItemsProps {
  readonly label: string;
  /** So many changes keep somebody from logging out. */
  readonly onUnsent: (count: number) => void;
}

export function HeaderMenuItems({ label, onUnsent }: HeaderMenuItemsProps) {
  const { t } = useTranslation();
  const social = useSocialLinks();
  const account = useStore(sessionStore, (session) => session.account);
  return (
    <Menu label={label}>
      {!account && (
        <MenuLink icon={CloudUpload} label={t(($) => $.header.login)} to={paths.login} />
      )}
      <MenuLink icon={Compass} label={t(($) => $.header.discover)} to={paths.discover} />
      <MenuLink icon={History} label={t(($) => $.header.history)} to={paths.history} />
      <MenuLink icon={ListVideo} label={t(($) => $.header.lists)} to={paths.lists} />
      <MenuLink icon={Settings} label={t(($) => $.header.settings)} to={paths.settings} />
      <MenuLink icon={Info} label={t(($) => $.header.about)} to={paths.about} />
      {config.DONATION_LINK && (
        <MenuExternalLink
          icon={Heart}
          label={t(($) => $.header.donate)}
          href={config.DONATION_LINK}
        />
      )}
      {account && <AccountMenuItems account={account} onUnsent={onUnsent} />}
      {social.length > 0 && <hr className={styles.divider} />}
      {social.length > 0 && (
        <div className={styles.social} role="group" aria-label={t(($) => $.links.title)}>
          {social.map(({ href, label: name }) => (
            <a
              key={href}
              role="menuitem"
              className={styles.socialLink}
              href={href}
              target="_blank"
              rel="noreferrer"
            >
              {name}
            </a>
          ))}
        </div>
      )}
    </Menu>
  );
}
