import { Dices, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { Title } from '#data/catalog/title.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Poster } from '#ui/Poster.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import styles from './RandomPick.module.css';

const SECONDS = 5;

/** Picks a movie from the shown rows and opens it after a countdown. */
export function RandomPick({ candidates }: { readonly candidates: readonly Title[] }) {
  const { t } = useTranslation();
  const [pick, setPick] = useState<Title | undefined>();
  const cancel = () => setPick(undefined);
  const draw = () => setPick(candidates[Math.floor(Math.random() * candidates.length)]);
  return (
    <div className={styles.slot}>
      <div className={styles.pick} data-drawn={pick !== undefined}>
        {pick && <DrawnCard key={pick.tmdbId} title={pick} />}
        <Button
          kind={pick ? 'secondary' : 'primary'}
          className={styles.button}
          disabled={candidates.length === 0}
          onClick={pick ? cancel : draw}
          onKeyDown={({ key }) => key === 'Escape' && cancel()}
        >
          {pick ? <X aria-hidden /> : <Dices aria-hidden />}
          {pick ? t(($) => $.actions.cancel) : t(($) => $.discover.pick.surprise)}
        </Button>
      </div>
    </div>
  );
}

function DrawnCard({ title }: { readonly title: Title }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [left, setLeft] = useState(SECONDS);
  const path = paths.media(title);
  useEffect(
    () => countDown({ seconds: SECONDS, onSecond: setLeft, onEnd: () => void navigate(path) }),
    [navigate, path],
  );
  return (
    <div className={styles.card}>
      <Link className={styles.poster} to={path} tabIndex={-1} aria-hidden>
        <Poster title={title.title} src={title.poster} />
      </Link>
      <div className={styles.text}>
        <VisuallyHidden>
          <span role="status">
            {t(($) => $.discover.pick.opening, { title: title.title, count: SECONDS })}
          </span>
        </VisuallyHidden>
        <p className={styles.title} title={title.title} dir="auto">
          {title.title}
        </p>
        <Link className={styles.link} to={path}>
          {t(($) => $.discover.pick.now)}
        </Link>
      </div>
      <span className={styles.left} aria-hidden>
        {left}
      </span>
    </div>
  );
}

interface Countdown {
  readonly seconds: number;
  readonly onSecond: (left: number) => void;
  readonly onEnd: () => void;
}

const SECOND_MS = 1_000;

/** Returns a function that cancels. */
export function countDown({ seconds, onSecond, onEnd }: Countdown): () => void {
  let left = seconds;
  const timer = setInterval(() => {
    left -= 1;
    onSecond(left);
    if (left > 0) return;
    clearInterval(timer);
    onEnd();
  }, SECOND_MS);
  return () => clearInterval(timer);
}
