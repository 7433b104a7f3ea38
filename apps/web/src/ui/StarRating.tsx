import { Star } from 'lucide-react';
import { useId } from 'react';
import { Button } from './Button.tsx';
import styles from './StarRating.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const STARS = [1, 2, 3, 4, 5];
/** Servers count to ten. */
const POINTS = 2;

interface StarRatingProps {
  /** The heading above the stars. */
  readonly label: string;
  /** 1 to 10, two points a star; 0 for none. */
  readonly rating: number;
  readonly onRate: (rating: number) => void;
  /** The name of so many stars. */
  readonly starsLabel: (stars: number) => string;
  /** The button that takes the rating back, which calls `onRate` with 0. */
  readonly clearLabel: string;
}

/** Five stars. Another client may have given half of one. */
export function StarRating({ label, rating, onRate, starsLabel, clearLabel }: StarRatingProps) {
  const name = useId();
  const chosen = Math.ceil(rating / POINTS);
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
                  onChange={() => onRate(stars * POINTS)}
                />
                {starsLabel(stars)}
              </VisuallyHidden>
              <Star aria-hidden data-filled={filledPart(rating, stars)} />
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

function filledPart(rating: number, stars: number): 'whole' | 'half' | undefined {
  const points = rating - (stars - 1) * POINTS;
  if (points >= POINTS) return 'whole';
  return points > 0 ? 'half' : undefined;
}
