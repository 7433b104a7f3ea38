import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Greeting } from '#features/home/Greeting.tsx';
import { Section } from '#features/home/Section.tsx';
import { SearchBar } from '#features/search/SearchBar.tsx';
import { usePieces } from '#lib/use-pieces.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { paths } from '#paths.ts';
import { Card } from '#ui/Card.tsx';
import { CardGrid } from '#ui/CardGrid.tsx';
import styles from './HomeAhead.module.css';

/**
 * What home begins with, drawn once where nobody sees it while words are typed: a browser takes long for the first letters of a
 * size and for the first run of what draws them, and a slow phone that has logged in takes as long for that as for all the rest.
 */
export function HomeAhead() {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const life = new AbortController();
    const begin = () => whenIdle(() => life.signal.aborted || setIsDue(true));
    // In the letters of a fallback it would be for nothing.
    void document.fonts.ready.then(begin);
    return () => life.abort();
  }, []);
  return isDue && <Unseen />;
}

const PIECES = [Welcome, SearchBar, Shelf];

function Unseen() {
  const Piece = PIECES[usePieces(PIECES.length + 1, false) - 1];
  if (!Piece) return null;
  return (
    <div className={styles.unseen} aria-hidden inert>
      <Piece />
    </div>
  );
}

/** In the letters that somebody who has signed in will see. */
function Welcome() {
  return <Greeting isCompact />;
}

function Shelf() {
  const { t } = useTranslation();
  const title = t(($) => $.home.watchNow.title);
  return (
    <Section title={title}>
      <CardGrid>
        <Card title={title} details={[title]} href={paths.home} />
      </CardGrid>
    </Section>
  );
}
