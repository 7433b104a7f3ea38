import { useContext, type MouseEvent, type PointerEvent, type ReactNode } from 'react';
import { CardActionsContext, type CardSubject, type CardActions } from './card-actions.ts';
import { IconButton } from './IconButton.tsx';
import { watchLongPress } from './long-press.ts';
import { Poster } from './Poster.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import styles from './Card.module.css';

export interface CardProgress {
  /** 0 to 100. */
  readonly percentage: number;
  /** The percentage in words, for screen readers. */
  readonly label: string;
}

interface CardProps {
  readonly title: string;
  readonly poster?: string | undefined;
  /** Below the title: kind, year and others. */
  readonly details: readonly string[];
  /** Text on the poster, such as an episode number. */
  readonly badges?: readonly string[];
  readonly progress?: CardProgress | undefined;
  /** A page of this app. Without it, the card is dimmed and is not a link. */
  readonly href?: string | undefined;
  /** Replaces the navigation, for example with a sheet over this page. */
  readonly onFollow?: () => void;
  readonly tabIndex?: number;
  /** The title for the buttons and the menu. Without it, the card has neither. */
  readonly subject?: CardSubject | undefined;
}

/**
 * A poster and a title in a single link. A page has dozens of cards, so each card has few components and attaches no
 * listeners before a pointer goes down.
 */
export function Card({ href, onFollow, tabIndex, subject, ...shown }: CardProps) {
  const actions = useContext(CardActionsContext);
  const content = {
    ...shown,
    mark: subject && actions?.Mark && <actions.Mark subject={subject} />,
  };
  const frame = {
    className: styles.card,
    ...(href === undefined ? {} : { 'data-linked': true, onPointerMove: moveLight }),
  };
  if (href === undefined && !subject) return <div {...frame}>{renderContent(content)}</div>;

  function follow(event: MouseEvent<HTMLElement>) {
    const go = onFollow ?? (href !== undefined && actions ? () => actions.go(href) : undefined);
    if (!go || !isPlainLeftClick(event)) return;
    event.preventDefault();
    go();
  }

  const linked =
    href === undefined ? (
      renderContent(content)
    ) : (
      <a
        className={styles.link}
        href={href}
        tabIndex={tabIndex}
        aria-keyshortcuts={subject && actions ? MENU_KEYS : undefined}
        onClick={follow}
      >
        {renderContent(content)}
      </a>
    );
  if (!subject || !actions) return <div {...frame}>{linked}</div>;
  return (
    <div
      {...frame}
      data-tools
      onPointerDown={(event) =>
        watchLongPress(event.currentTarget, event, (position) =>
          actions.openMenu(subject, position),
        )
      }
      onContextMenu={(event) => {
        event.preventDefault();
        actions.openMenu(subject, { x: event.clientX, y: event.clientY });
      }}
    >
      {linked}
      {actions.Corner && <actions.Corner subject={subject} />}
      <CardMenuButton subject={subject} actions={actions} isTabStop={href === undefined} />
    </div>
  );
}

/** Shift+F10 is the browsers' own key for the context menu; macOS has none. */
const MENU_KEYS = 'Alt+ArrowDown Shift+F10';

interface CardContent extends Pick<
  CardProps,
  'title' | 'poster' | 'details' | 'badges' | 'progress'
> {
  readonly mark: ReactNode;
}

function renderContent({
  title,
  poster,
  details,
  badges = [],
  progress,
  mark,
}: CardContent): ReactNode {
  return (
    <>
      <span className={styles.poster} data-progress={progress !== undefined}>
        <Poster title={title} src={poster} />
        {badges.length > 0 && (
          <span className={styles.badges}>
            {badges.map((badge) => (
              <span key={badge} className={styles.badge}>
                {badge}
              </span>
            ))}
          </span>
        )}
        {progress && <CardProgressBar {...progress} />}
      </span>
      <span className={styles.text}>
        {renderTitle(title)}
        <span className={styles.details}>
          {details.join(' · ')}
          {mark}
        </span>
      </span>
    </>
  );
}

function renderTitle(title: string): ReactNode {
  const truncated = truncateTitle(title);
  if (truncated === title) return <span className={styles.title}>{title}</span>;
  return (
    <span className={styles.title} title={title}>
      <span aria-hidden>{truncated}</span>
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

/** The style sheet draws the light at these coordinates. */
function moveLight({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): void {
  const { left, top } = currentTarget.getBoundingClientRect();
  currentTarget.style.setProperty('--light-x', `${clientX - left}px`);
  currentTarget.style.setProperty('--light-y', `${clientY - top}px`);
}

const MAX_TITLE_CHARACTERS = 36;

/** Cuts titles that are too long for a card, and adds an ellipsis. */
export function truncateTitle(title: string): string {
  const characters = Array.from(title);
  if (characters.length <= MAX_TITLE_CHARACTERS) return title;
  return `${characters.slice(0, MAX_TITLE_CHARACTERS).join('').trimEnd()}…`;
}

interface CardMenuButtonProps {
  readonly subject: CardSubject;
  readonly actions: CardActions;
  /** Makes a card without a link focusable. On other cards, a key on the link opens the menu. */
  readonly isTabStop: boolean;
}

/** Cheaper than an icon component, because a page has dozens of cards. */
const DOTS = (
  <svg className={styles.dots} viewBox="0 0 24 24" aria-hidden>
    <path d="M12 5h.01M12 12h.01M12 19h.01" />
  </svg>
);

function CardMenuButton({ subject, actions, isTabStop }: CardMenuButtonProps) {
  function onClick({ currentTarget }: MouseEvent<HTMLElement>) {
    const { left, bottom } = currentTarget.getBoundingClientRect();
    actions.openMenu(subject, { x: left, y: bottom });
  }
  return (
    <IconButton
      data-passed-by={isTabStop ? undefined : true}
      tabIndex={isTabStop ? 0 : -1}
      className={styles.more}
      label={actions.menuOf(subject)}
      aria-haspopup="menu"
      onClick={onClick}
    >
      {DOTS}
    </IconButton>
  );
}

interface Click {
  readonly defaultPrevented: boolean;
  readonly button: number;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
}

/** False for clicks that open a link in a tab or a window, or download it. */
const isPlainLeftClick = (click: Click): boolean =>
  !click.defaultPrevented &&
  click.button === 0 &&
  !(click.metaKey || click.altKey || click.ctrlKey || click.shiftKey);
