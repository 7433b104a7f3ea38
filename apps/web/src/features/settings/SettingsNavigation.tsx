import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Lock, LockOpen } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { version } from '#config.ts';
import { backendInfo } from '#data/account/backend.ts';
import { ApiRequestError } from '#data/api.ts';
import { backendUrl, sessionStore } from '#data/session.ts';
import { failureText } from '#i18n/failure-text.ts';
import { useRefEffect } from '#lib/use-ref-effect.ts';
import { SECTIONS, type SectionName } from './SettingsSection.tsx';
import styles from './SettingsScreen.module.css';

/** Reports the section at a quarter of the window's height, or the last section at the end of the page. */
function observeSection(list: HTMLElement, onChange: (name: SectionName) => void): () => void {
  const page = list.ownerDocument;
  const lifetime = new AbortController();
  const update = () => {
    const isEnd = innerHeight + scrollY >= page.documentElement.scrollHeight - 2;
    const line = innerHeight / 4;
    const above = SECTIONS.filter((name) => {
      const top = page.querySelector(`#settings-${name}`)?.getBoundingClientRect().top;
      return top !== undefined && top <= line;
    });
    onChange((isEnd && scrollY > 0 ? SECTIONS.at(-1) : above.at(-1)) ?? SECTIONS[0]);
  };
  page.addEventListener('scroll', update, { passive: true, signal: lifetime.signal });
  return () => lifetime.abort();
}

export function SettingsNavigation() {
  const { t } = useTranslation();
  const [current, setCurrent] = useState<SectionName>('account');
  const list = useRefEffect(observeSection, setCurrent);
  return (
    <div ref={list} className={styles.side}>
      <nav className={styles.list} aria-label={t(($) => $.settings.list)}>
        {SECTIONS.map((name) => (
          <a
            key={name}
            className={styles.link}
            href={`#settings-${name}`}
            aria-current={name === current ? 'location' : undefined}
          >
            {t(($) => $.settings.sections[name])}
          </a>
        ))}
      </nav>
      <SystemInfoCard />
    </div>
  );
}

/** Facts that support needs first. */
function SystemInfoCard() {
  const { t } = useTranslation();
  const account = useStore(sessionStore, (state) => state.account);
  const server = useStore(sessionStore, () => backendUrl());
  const isSecure = server?.startsWith('https://') ?? false;
  const { data, error } = useQuery({ ...backendInfo(server), enabled: server !== undefined });
  const unknown = t(($) => $.settings.info.unknown);
  return (
    <dl className={styles.info}>
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
        {error ? serverFailure(t, error) : (data?.version ?? unknown)}
      </Fact>
    </dl>
  );
}

/** A server that responds with something else is not down. A website at that URL rejects the request in its own way. */
export function serverFailure(t: TFunction, error: Error): string {
  const failure = error instanceof ApiRequestError ? error.failure : undefined;
  if (!failure || failure.is === 'unreachable' || failure.is === 'timeout')
    return t(($) => $.settings.info.failed);
  const isRefused = failure.is === 'rejected' && failure.status < 500 && failure.status !== 429;
  return isRefused ? t(($) => $.auth.errors.unreadable.text) : failureText(t, failure).text;
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.factName}>{name}</dt>
      <dd className={styles.factValue}>{children}</dd>
    </div>
  );
}
