import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const skeletonKeys = ['first', 'second', 'third', 'fourth'];

/** The cards while they are being loaded. */
export function ProductSkeletons() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading online products
      </p>
      <div aria-hidden="true" className="grid gap-4 lg:grid-cols-2">
        {skeletonKeys.map((key) => (
          <Card key={key} data-testid="skeleton" className="flex flex-col gap-3">
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-9 w-full" />
          </Card>
        ))}
      </div>
    </>
  );
}
