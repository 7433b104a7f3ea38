import { CloudUpload, Compass, Heart, History, Info, ListVideo, Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { config } from '#config.ts';
import { useSocialLinks } from '#features/legal/useSocialLinks.ts';
import { sessionStore } from '#data/session.ts';
import { paths } from '#paths.ts';
import { Menu } from '#ui/Menu.tsx';
import { MenuAnchor } from '#ui/MenuAnchor.tsx';
import { MenuPage } from '#ui/MenuPage.tsx';
import { AccountRows } from './AccountRows.tsx';
import styles from './HeaderMenu.module.css';

interface HeaderMenuRowsProps {
  readonly label: string;
  /** So many changes keep somebody from logging out. */
  readonly onUnsent: (count: number) => void;
}

export function HeaderMenuRows({ label, onUnsent }: HeaderMenuRowsProps) {
  const { t } = useTranslation();
  const social = useSocialLinks();
  const account = useStore(sessionStore, (session) => session.account);
  return (
    <Menu label={label}>
      {!account && (
        <MenuPage icon={CloudUpload} label={t(($) => $.header.login)} to={paths.login} />
      )}
      <MenuPage icon={Compass} label={t(($) => $.header.discover)} to={paths.discover} />
      <MenuPage icon={History} label={t(($) => $.header.history)} to={paths.history} />
      <MenuPage icon={ListVideo} label={t(($) => $.header.lists)} to={paths.lists} />
      <MenuPage icon={Settings} label={t(($) => $.header.settings)} to={paths.settings} />
      <MenuPage icon={Info} label={t(($) => $.header.about)} to={paths.about} />
      {config.DONATION_LINK && (
        <MenuAnchor icon={Heart} label={t(($) => $.header.donate)} href={config.DONATION_LINK} />
      )}
      {account && <AccountRows account={account} onUnsent={onUnsent} />}
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
