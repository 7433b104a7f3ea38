import { useQuery } from '@tanstack/react-query';
import { Lock, LockOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { version } from '#config.ts';
import { backendInfo } from '#data/account/backend.ts';
import { backendUrl, sessionStore } from '#data/session.ts';
import styles from './SystemInfoCard.module.css';

/** Who is served, and by what: what somebody who helps asks for first. */
export function SystemInfoCard() {
  const { t } = useTranslation();
  const account = useStore(sessionStore, (state) => state.account);
  const server = useStore(sessionStore, () => backendUrl());
  const isSecure = server?.startsWith('https://') ?? false;
  const { data, isError } = useQuery({ ...backendInfo(server), enabled: server !== undefined });
  const unknown = t(($) => $.settings.info.unknown);
  return (
    <dl className={styles.card}>
      <Fact name={t(($) => $.settings.info.host)}>{location.host}</Fact>
      <Fact name={t(($) => $.settings.info.server)}>
        {server && (isSecure ? <Lock aria-hidden /> : <LockOpen aria-hidden />)}
        {server?.replace(/^https?:\/\//, '') ?? '—'}
      </Fact>
      <Fact name={t(($) => $.settings.info.account)}>
        {account?.userId ?? t(($) => $.settings.info.nobody)}
      </Fact>
      <Fact name={t(($) => $.settings.info.app)}>{version}</Fact>
      <Fact name={t(($) => $.settings.info.serverVersion)}>
        {isError ? t(($) => $.settings.info.failed) : (data?.version ?? unknown)}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}
