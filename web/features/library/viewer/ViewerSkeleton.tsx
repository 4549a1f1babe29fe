import { Skeleton } from '../../../ui/Skeleton.tsx';

/** What stands in the pages' place while the file is opened. */
export function ViewerSkeleton() {
  return (
    <div className="flex-1 overflow-hidden bg-muted p-4">
      <p role="status" className="sr-only">
        Opening the file
      </p>
      <div
        aria-hidden="true"
        data-testid="skeleton"
        className="mx-auto flex max-w-176 flex-col gap-4 bg-card p-8 lg:p-16"
      >
        <Skeleton className="h-8 w-3/4" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="mt-6 h-4 w-full" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-11/12" />
        <Skeleton className="h-64 w-full" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-4/5" />
      </div>
    </div>
  );
}
