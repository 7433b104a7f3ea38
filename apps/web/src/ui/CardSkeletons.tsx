import { CardGrid } from './CardGrid.tsx';
import { CardSkeleton } from './CardSkeleton.tsx';
import { SkeletonGroup } from './Skeleton.tsx';

/** As many cards on their way. */
export function CardSkeletons({ count }: { readonly count: number }) {
  return (
    <SkeletonGroup>
      <CardGrid>
        {Array.from({ length: count }, (_, index) => (
          <CardSkeleton key={index} />
        ))}
      </CardGrid>
    </SkeletonGroup>
  );
}
