import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { sessionStore } from '#data/session.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { FormActions } from '#ui/FormCard.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import {
  extensionSaid,
  extensionWay,
  overallOf,
  proxyWay,
  siteSaid,
  type ExtensionSaid,
  type ProxySaid,
  type SiteSaid,
  type Ways,
} from './setup-status.ts';
import styles from './SetupStatusCard.module.css';

/** Which ways for films to come here are set up, whether they work, and the way to set them up. */
export function SetupStatusCard() {
  const { t } = useTranslation();
  const ways = useWays();
  const overall = overallOf(ways);
  const { extension, proxy, site } = ways;
  const isOwn = overall === 'works' || overall === 'attention';
  return (
    <SettingsCard
      title={t(($) => $.settings.setup.title[overall])}
      text={t(($) => $.settings.setup.text[overall])}
    >
      <ul className={styles.ways}>
        <Way
          name={t(($) => $.settings.setup.ways.extension)}
          text={t(($) => $.settings.setup.extension[extension])}
          tone={TONES[extension]}
        />
        <Way
          name={t(($) => $.settings.setup.ways.proxy)}
          text={t(($) => $.settings.setup.proxy[proxy])}
          tone={TONES[proxy]}
        />
        <Way
          name={t(($) => $.settings.setup.ways.site)}
          text={t(($) => $.settings.setup.site[site])}
          tone={TONES[site]}
        />
      </ul>
      <FormActions>
        <ButtonLink
          to={{ pathname: paths.onboarding, search: `redirect=${paths.settings}` }}
          kind={isOwn ? 'secondary' : 'primary'}
        >
          {isOwn ? t(($) => $.settings.setup.again) : t(($) => $.settings.setup.start)}
        </ButtonLink>
      </FormActions>
    </SettingsCard>
  );
}

function useWays(): Ways {
  const own = useStore(sessionStore, ({ proxySet }) => proxySet);
  const first = own?.[0];
  const extension = useQuery(extensionWay);
  const proxy = useQuery(proxyWay(first));
  return {
    extension: extensionSaid(extension.data),
    proxy: first === undefined ? 'unset' : (proxy.data ?? 'asking'),
    site: siteSaid(),
  };
}

type Tone = 'good' | 'bad' | 'plain';

const TONES: Readonly<Record<ExtensionSaid | ProxySaid | SiteSaid, Tone>> = {
  success: 'good',
  works: 'good',
  failed: 'bad',
  outdated: 'bad',
  disallowed: 'bad',
  invalid: 'bad',
  unreachable: 'bad',
  notProxy: 'bad',
  asking: 'plain',
  unknown: 'plain',
  unset: 'plain',
  used: 'good',
  none: 'plain',
};

interface WayProps {
  readonly name: string;
  readonly text: string;
  readonly tone: Tone;
}

function Way({ name, text, tone }: WayProps) {
  const Icon = { good: CircleCheck, bad: CircleX, plain: CircleDashed }[tone];
  return (
    <li className={styles.way} data-tone={tone}>
      <Icon className={styles.icon} aria-hidden />
      <span className={styles.name}>{name}</span>
      <span className={styles.text}>{text}</span>
    </li>
  );
}
