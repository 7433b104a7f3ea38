import type { PointerEvent, ReactElement, ReactNode } from 'react';
import { cutTitle } from './cut-title.ts';
import { Poster } from './Poster.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import styles from './Card.module.css';

export interface CardLinkProps {
  readonly className: string | undefined;
  readonly children: ReactNode;
}

export interface CardProgress {
  /** 0 to 100. */
  readonly percentage: number;
  /** The same in words. */
  readonly label: string;
}

interface CardProps {
  readonly title: string;
  readonly poster?: string | undefined;
  /** Under the title, in this order: kind, year, what else is to be known. */
  readonly details: readonly string[];
  /** On the poster, such as an episode's number. */
  readonly badge?: string | undefined;
  readonly progress?: CardProgress | undefined;
  /** Wraps the card into the link of the router in use; without it the card leads nowhere and looks like it. */
  readonly link?: ((props: CardLinkProps) => ReactElement) | undefined;
}

/** A title, as a poster with its name. The whole card is one link. */
export function Card({ title, poster, details, badge, progress, link }: CardProps) {
  const body = (
    <>
      <span className={styles.poster} data-progress={progress !== undefined}>
        <Poster title={title} src={poster} />
        {badge !== undefined && <span className={styles.badge}>{badge}</span>}
        {progress && <CardProgressBar {...progress} />}
      </span>
      <span className={styles.text}>
        <CardTitle title={title} />
        <span className={styles.details}>{details.join(' · ')}</span>
      </span>
    </>
  );
  if (!link) return <div className={styles.card}>{body}</div>;
  return (
    <div className={styles.card} data-linked onPointerMove={moveLight}>
      {link({ className: styles.link, children: body })}
    </div>
  );
}

function CardTitle({ title }: { readonly title: string }) {
  const cut = cutTitle(title);
  if (cut === title) {
    return (
      <span className={styles.title}>
        <bdi>{title}</bdi>
      </span>
    );
  }
  return (
    <span className={styles.title} title={title}>
      <bdi aria-hidden>{cut}</bdi>
      <VisuallyHidden>{title}</VisuallyHidden>
    </span>
  );
}

function CardProgressBar({ percentage, label }: CardProgress) {
  return (
    <span className={styles.track}>
      <span className={styles.bar} style={{ inlineSize: `${percentage}%` }} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}

/** The light is drawn by the style sheet; it only has to be told where the pointer is. */
function moveLight({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): void {
  const { left, top } = currentTarget.getBoundingClientRect();
  currentTarget.style.setProperty('--light-x', `${clientX - left}px`);
  currentTarget.style.setProperty('--light-y', `${clientY - top}px`);
}
