import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { rowClasses } from './row-classes.ts';

const skeletonKeys = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/** The list while it is being loaded. */
export function ResourceRowSkeletons() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading resources
      </p>
      <Card isPadded={false} aria-hidden="true" className="lines-between overflow-hidden">
        {skeletonKeys.map((key) => (
          <div key={key} data-testid="skeleton" className={rowClasses.row}>
            <Skeleton className="size-4.5" />
            <Skeleton className="aspect-square w-full lg:aspect-5/3" />
            <div className="flex flex-col gap-2.5 py-1">
              <Skeleton className="h-4 w-3/5" />
              <Skeleton className="h-3.5 w-2/5" />
            </div>
            <div className={rowClasses.status}>
              <Skeleton className="h-6 w-24" />
            </div>
            <div className={rowClasses.actions}>
              <Skeleton className="h-9 w-64 max-w-full" />
            </div>
          </div>
        ))}
      </Card>
    </>
  );
}
