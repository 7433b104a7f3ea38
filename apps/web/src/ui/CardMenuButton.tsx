import type { MouseEvent } from 'react';
import type { CardSubject, CardTools } from './card-actions.ts';
import { IconButton } from './IconButton.tsx';
import styles from './CardMenuButton.module.css';

interface CardMenuButtonProps {
  readonly subject: CardSubject;
  readonly tools: CardTools;
  /** Set for a card without a link; every other is one Tab stop and opens its menu by a key. */
  readonly isStop: boolean;
}

/** Of a whole page of cards, so it is drawn here with as little as it takes, and not by the library of icons. */
const DOTS = (
  <svg className={styles.dots} viewBox="0 0 24 24" aria-hidden>
    <path d="M12 5h.01M12 12h.01M12 19h.01" />
  </svg>
);

/** Beside the title: whatever can be done with it. */
export function CardMenuButton({ subject, tools, isStop }: CardMenuButtonProps) {
  function onClick({ currentTarget }: MouseEvent<HTMLElement>) {
    const { left, bottom } = currentTarget.getBoundingClientRect();
    tools.openMenu(subject, { x: left, y: bottom });
  }
  return (
    <IconButton
      data-passed-by={isStop ? undefined : true}
      tabIndex={isStop ? 0 : -1}
      className={styles.more}
      label={tools.menuOf(subject.title)}
      aria-haspopup="menu"
      onClick={onClick}
    >
      {DOTS}
    </IconButton>
  );
}
