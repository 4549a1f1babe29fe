import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';

/** The place of a result that is being loaded, of the same measures. */
export function ResultsSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>Loading your results</VisuallyHidden>
      <Skeleton className="mb-8 h-64 w-full rounded-lg!" />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
        <Skeleton className="h-120 w-full rounded-lg!" />
        <Skeleton className="h-120 w-full rounded-lg!" />
      </div>
    </div>
  );
}
