import { Card } from '../ui/Card.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

const rowKeys = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** A table while it is being loaded. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <>
      <p role="status" className="sr-only">
        {label}
      </p>
      <Card isPadded={false} aria-hidden="true" className="lines-between overflow-hidden">
        {rowKeys.map((key) => (
          <div key={key} data-testid="skeleton" className="flex items-center justify-between gap-6 px-6 py-5">
            <Skeleton className="h-4 w-36" />
            <Skeleton className="h-4 w-48 max-md:hidden" />
            <Skeleton className="h-6 w-20" />
          </div>
        ))}
      </Card>
    </>
  );
}
