import { Star } from 'lucide-react';
import { useId } from 'react';
import { Button } from './Button.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import styles from './StarRating.module.css';

const STARS = [1, 2, 3, 4, 5];
/** Servers store 1 to 10. */
const POINTS_PER_STAR = 2;

interface StarRatingProps {
  /** The heading above the stars. */
  readonly label: string;
  /** 1 to 10, two points per star; 0 for none. */
  readonly rating: number;
  readonly onRate: (rating: number) => void;
  readonly starsLabel: (stars: number) => string;
  /** Label of the button that calls `onRate` with 0. */
  readonly clearLabel: string;
}

/** Five stars; a rating of another client may contain half a star. */
export function StarRating({ label, rating, onRate, starsLabel, clearLabel }: StarRatingProps) {
  const name = useId();
  const chosen = Math.ceil(rating / POINTS_PER_STAR);
  return (
    <fieldset className={styles.rating}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.row}>
        <div className={styles.stars}>
          {STARS.map((stars) => (
            <label key={stars} className={styles.star} title={starsLabel(stars)}>
              <VisuallyHidden>
                <input
                  type="radio"
                  name={name}
                  checked={stars === chosen}
                  onChange={() => onRate(stars * POINTS_PER_STAR)}
                />
                {starsLabel(stars)}
              </VisuallyHidden>
              <Star aria-hidden data-filled={fillOf(rating, stars)} />
            </label>
          ))}
        </div>
        {rating > 0 && (
          <Button kind="quiet" onClick={() => onRate(0)}>
            {clearLabel}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

function fillOf(rating: number, stars: number): 'full' | 'half' | undefined {
  const points = rating - (stars - 1) * POINTS_PER_STAR;
  if (points >= POINTS_PER_STAR) return 'full';
  return points > 0 ? 'half' : undefined;
}
