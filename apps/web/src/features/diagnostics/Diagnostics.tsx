import { useTranslation } from 'react-i18next';
import { extensionChecks, storageChecks } from './browser-checks.ts';
import { CheckPanel } from './CheckPanel.tsx';
import { Facts } from './Facts.tsx';
import { sourceChecks, subtitleChecks } from './film-checks.ts';
import { Metrics } from './Metrics.tsx';
import { backendChecks, catalogueChecks, proxyChecks, relayChecks } from './server-checks.ts';

const PANELS = [
  ['backend', backendChecks],
  ['proxies', proxyChecks],
  ['catalogue', catalogueChecks],
  ['relays', relayChecks],
  ['sources', sourceChecks],
  ['extension', extensionChecks],
  ['subtitles', subtitleChecks],
  ['storage', storageChecks],
] as const;

export function Diagnostics() {
  const { t } = useTranslation();
  return (
    <>
      <Facts />
      <Metrics />
      {PANELS.map(([name, load]) => (
        <CheckPanel
          key={name}
          title={t(($) => $.admin[name].title)}
          about={t(($) => $.admin[name].about)}
          advice={t(($) => $.admin[name].advice)}
          load={() => load(t)}
        />
      ))}
    </>
  );
}
