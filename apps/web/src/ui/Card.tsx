import { useContext, type MouseEvent, type PointerEvent, type ReactNode } from 'react';
import { isPlainPress } from '#lib/is-plain-left-click.ts';
import { CardToolsContext, type CardSubject } from './card-actions.ts';
import { CardMenuButton } from './CardMenuButton.tsx';
import { cutTitle } from './truncate.ts';
import { followPress } from './long-press.ts';
import { Poster } from './Poster.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import styles from './Card.module.css';

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
  /** A page of this app; without it the card leads nowhere and looks like it. */
  readonly href?: string | undefined;
  /** In place of the way there, for what only opens over this page. */
  readonly onFollow?: () => void;
  readonly tabIndex?: number;
  /** What its buttons and its menu are about; without it the card has none. */
  readonly subject?: CardSubject | undefined;
}

/**
 * A title, as a poster with its name. The whole card is one link. A page has dozens of them, so each is few components, and
 * nothing hangs on it before somebody presses it.
 */
export function Card({ href, onFollow, tabIndex, subject, ...face }: CardProps) {
  const tools = useContext(CardToolsContext);
  const frame = {
    className: styles.card,
    ...(href === undefined ? {} : { 'data-linked': true, onPointerMove: moveLight }),
  };
  if (href === undefined && !subject) return <div {...frame}>{faceOf(face)}</div>;

  function follow(event: MouseEvent<HTMLElement>) {
    const go = onFollow ?? (href !== undefined && tools ? () => tools.go(href) : undefined);
    if (!go || !isPlainPress(event)) return;
    event.preventDefault();
    go();
  }

  const content =
    href === undefined ? (
      faceOf(face)
    ) : (
      <a
        className={styles.link}
        href={href}
        tabIndex={tabIndex}
        aria-keyshortcuts={subject && tools ? MENU_KEYS : undefined}
        onClick={follow}
      >
        {faceOf(face)}
      </a>
    );
  if (!subject || !tools) return <div {...frame}>{content}</div>;
  return (
    <div
      {...frame}
      data-tools
      onPointerDown={(event) =>
        followPress(event.currentTarget, event, (place) => tools.openMenu(subject, place))
      }
      onContextMenu={(event) => {
        event.preventDefault();
        tools.openMenu(subject, { x: event.clientX, y: event.clientY });
      }}
    >
      {content}
      {tools.Corner && <tools.Corner subject={subject} />}
      <CardMenuButton subject={subject} tools={tools} isStop={href === undefined} />
    </div>
  );
}

/** Browsers open the menu of what has the focus by Shift+F10, where the keyboard has no key for it; a Mac does by neither. */
const MENU_KEYS = 'Alt+ArrowDown Shift+F10';

type Face = Pick<CardProps, 'title' | 'poster' | 'details' | 'badge' | 'progress'>;

function faceOf({ title, poster, details, badge, progress }: Face): ReactNode {
  return (
    <>
      <span className={styles.poster} data-progress={progress !== undefined}>
        <Poster title={title} src={poster} />
        {badge !== undefined && <span className={styles.badge}>{badge}</span>}
        {progress && <CardProgressBar {...progress} />}
      </span>
      <span className={styles.text}>
        {nameOf(title)}
        <span className={styles.details}>{details.join(' · ')}</span>
      </span>
    </>
  );
}

function nameOf(title: string): ReactNode {
  const cut = cutTitle(title);
  if (cut === title) return <span className={styles.title}>{title}</span>;
  return (
    <span className={styles.title} title={title}>
      <span aria-hidden>{cut}</span>
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
