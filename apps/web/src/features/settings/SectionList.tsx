import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttached } from '#lib/use-ref-effect.ts';
import { SystemInfoCard } from './SystemInfoCard.tsx';
import styles from './SectionList.module.css';
import { SECTIONS, type SectionName } from './sections.ts';

/** Where somebody is, seen from a quarter of the window; at the end of the page in the last one. */
function watchScroll(list: HTMLElement, tell: (name: SectionName) => void): () => void {
  const page = list.ownerDocument;
  const life = new AbortController();
  const look = () => {
    const isEnd = innerHeight + scrollY >= page.documentElement.scrollHeight - 2;
    const line = innerHeight / 4;
    const above = SECTIONS.filter((name) => {
      const top = page.querySelector(`#settings-${name}`)?.getBoundingClientRect().top;
      return top !== undefined && top <= line;
    });
    tell((isEnd && scrollY > 0 ? SECTIONS.at(-1) : above.at(-1)) ?? SECTIONS[0]);
  };
  page.addEventListener('scroll', look, { passive: true, signal: life.signal });
  return () => life.abort();
}

export function SectionList() {
  const { t } = useTranslation();
  const [current, setCurrent] = useState<SectionName>('account');
  const list = useAttached(watchScroll, setCurrent);
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
