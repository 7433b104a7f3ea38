import { useTranslation } from 'react-i18next';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import styles from './NotFoundPage.module.css';

export function NotFoundPage() {
  const { t } = useTranslation();
  const title = t(($) => $.notFound.title);
  return (
    <div className={styles.page}>
      <title>{t(($) => $.global.pageTitle, { title })}</title>
      <NotFoundArt />
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.message}>{t(($) => $.notFound.message)}</p>
      <ButtonLink kind="primary" to={paths.home}>
        {t(($) => $.notFound.goHome)}
      </ButtonLink>
    </div>
  );
}

const HOLES = [0, 72, 144, 216, 288];
const PERFORATIONS = Array.from({ length: 15 }, (_, index) => 176 + index * 15);
const FRAMES = [
  { x: 188, text: '4' },
  { x: 260, text: '0' },
  { x: 332, text: '4' },
];

/** A film reel. Its film ends with the frames 4, 0, 4. */
function NotFoundArt() {
  return (
    <svg className={styles.art} viewBox="0 0 420 220" aria-hidden>
      <ellipse className={styles.glow} cx="210" cy="196" rx="200" ry="16" />
      <path className={styles.film} d={FILM} />
      {PERFORATIONS.map((x) => (
        <g key={x} className={styles.hole}>
          <rect x={x} y="126" width="7" height="6" rx="1.5" />
          <rect x={x} y="184" width="7" height="6" rx="1.5" />
        </g>
      ))}
      {FRAMES.map(({ x, text }) => (
        <g key={x}>
          <rect className={styles.frame} x={x} y="138" width="60" height="40" rx="4" />
          <text className={styles.number} x={x + 30} y="168" textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
      <g className={styles.reel}>
        <circle className={styles.rim} cx="100" cy="104" r="88" />
        <circle className={styles.wound} cx="100" cy="104" r="56" />
        {HOLES.map((angle) => (
          <circle
            key={angle}
            className={styles.opening}
            cx="100"
            cy="52"
            r="21"
            transform={`rotate(${angle} 100 104)`}
          />
        ))}
        <circle className={styles.hub} cx="100" cy="104" r="15" />
        <circle className={styles.pin} cx="100" cy="104" r="5" />
      </g>
    </svg>
  );
}

const FILM =
  'M100 192 C120 196 140 192 160 192 L404 192 L398 180 L406 172 L398 160 L406 150 L399 138 L404 122 L160 122 Z';
