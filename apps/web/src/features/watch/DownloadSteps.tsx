import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Menu, MenuText, MenuExternalLink } from '#ui/Menu.tsx';
import { useDownload } from './useDownload.ts';
import styles from './DownloadSteps.module.css';

const STEPS = ['first', 'second', 'third'] as const;

/** How to keep a film with the means of a system; the browser, not the page, has the menu for it. */
function DownloadSteps({ platform }: { readonly platform: 'pc' | 'ios' | 'android' }) {
  const { t } = useTranslation();
  const download = useDownload();
  if (download.kind !== 'file') return <MenuText>{t(($) => $.player.downloads.noSteps)}</MenuText>;
  return (
    <>
      <ol className={styles.steps}>
        {STEPS.map((step) => (
          <li key={step}>{t(($) => $.player.downloads.platforms[platform][step])}</li>
        ))}
      </ol>
      <Menu label={t(($) => $.player.downloads.title)}>
        <MenuExternalLink
          icon={Download}
          label={t(($) => $.player.downloads.file)}
          href={download.url}
          download=""
        />
      </Menu>
    </>
  );
}

export const DownloadOnPc = () => <DownloadSteps platform="pc" />;
export const DownloadOnIos = () => <DownloadSteps platform="ios" />;
export const DownloadOnAndroid = () => <DownloadSteps platform="android" />;
