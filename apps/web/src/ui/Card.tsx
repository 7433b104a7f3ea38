import {
  useCallback,
  useContext,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { useAttached } from '#lib/use-attached.ts';
import { CardToolsContext, type CardSubject, type MenuPlace } from './card-tools.ts';
import { cutTitle } from './cut-title.ts';
import { attachLongPress } from './long-press.ts';
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
  /** What its buttons and its menu are about; without it the card has none. */
  readonly subject?: CardSubject | undefined;
}

/** A title, as a poster with its name. The whole card is one link. */
export function Card({ title, poster, details, badge, progress, link, subject }: CardProps) {
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
  const content = link ? link({ className: styles.link, children: body }) : body;
  const frame = {
    className: styles.card,
    ...(link ? { 'data-linked': true, onPointerMove: moveLight } : {}),
  };
  if (!subject) return <div {...frame}>{content}</div>;
  return (
    <CardWithTools subject={subject} frame={frame}>
      {content}
    </CardWithTools>
  );
}

interface CardWithToolsProps {
  readonly subject: CardSubject;
  readonly frame: object;
  readonly children: ReactNode;
}

function CardWithTools({ subject, frame, children }: CardWithToolsProps) {
  const tools = useContext(CardToolsContext);
  const openMenu = useCallback(
    (place: MenuPlace) => tools?.openMenu(subject, place),
    [tools, subject],
  );
  const heard = useAttached(attachLongPress, openMenu);
  if (!tools) return <div {...frame}>{children}</div>;
  return (
    <div
      {...frame}
      ref={heard}
      data-tools
      onContextMenu={(event) => {
        event.preventDefault();
        openMenu({ x: event.clientX, y: event.clientY });
      }}
    >
      {children}
      <tools.Buttons subject={subject} />
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
