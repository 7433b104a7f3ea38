import { useTranslation } from 'react-i18next';
import { whenNear } from '#lib/when-visible.ts';
import { useAttached } from '#lib/use-ref-effect.ts';
import { Button } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import styles from './SearchResults.module.css';

/** Asked for while the end of what is there is still this far away. */
const AHEAD_PX = 600;
/** From then on it takes the button, or nobody would ever reach the foot of the page. */
const BY_ITSELF_UNTIL = 100;

interface MoreResultsProps {
  readonly query: string;
  /** How many there are already. */
  readonly count: number;
  readonly search: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}

/** Further pages come by themselves; the button is for keyboards, and for when they don't. */
export function MoreResults({ query, count, search }: MoreResultsProps) {
  const { t } = useTranslation();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = search;
  if (!hasNextPage)
    return <p className={styles.end}>{t(($) => $.home.search.allResults, { query })}</p>;
  return (
    <div className={styles.more}>
      {isFetchNextPageError && !isFetchingNextPage && (
        <p role="alert">{t(($) => $.home.search.moreFailed)}</p>
      )}
      {isFetchingNextPage ? (
        <Spinner label={t(($) => $.home.search.searching)} />
      ) : (
        <Button onClick={() => void fetchNextPage()}>
          {isFetchNextPageError ? t(($) => $.actions.retry) : t(($) => $.home.search.more)}
        </Button>
      )}
      {count < BY_ITSELF_UNTIL && !isFetchNextPageError && !isFetchingNextPage && (
        <Sentinel onNear={fetchNextPage} />
      )}
    </div>
  );
}

/** Stands at the end of what is there. */
function Sentinel({ onNear }: { readonly onNear: () => Promise<unknown> }) {
  return <span ref={useAttached(attachSentinel, onNear)} aria-hidden />;
}

function attachSentinel(mark: HTMLElement, onNear: () => Promise<unknown>): () => void {
  return whenNear(mark, () => void onNear(), AHEAD_PX);
}
