import { Cat, CircleUser, Film, Leaf, Smartphone, Sofa, Ticket, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Avatar.module.css';

const ICONS: ReadonlyMap<string, ReactNode> = new Map([
  ['userGroup', <Users key="userGroup" />],
  ['couch', <Sofa key="couch" />],
  ['mobile', <Smartphone key="mobile" />],
  ['ticket', <Ticket key="ticket" />],
  ['film', <Film key="film" />],
  // Two that only some clients offer.
  ['cat', <Cat key="cat" />],
  ['weed', <Leaf key="weed" />],
]);

export interface Look {
  readonly colorA: string;
  readonly colorB: string;
  readonly icon: string;
}

/** The face of an account. What another client has chosen and this one does not know is drawn as a person. */
export function Avatar({ look, size = 'small' }: { look: Look; size?: 'small' | 'large' }) {
  const colors = look.colorA && {
    backgroundImage: `linear-gradient(to bottom right, ${look.colorA}, ${look.colorB || look.colorA})`,
  };
  return (
    <span className={styles.avatar} data-size={size} style={colors || undefined} aria-hidden>
      {ICONS.get(look.icon) ?? <CircleUser />}
    </span>
  );
}
