import { Skeleton } from '../../ui/Skeleton.tsx';

/** The detail page while it loads, of the same measures (DETAIL-02). */
export function DetailSkeleton() {
  return (
    <div data-testid="skeleton">
      <p role="status" className="sr-only">
        Loading the resource
      </p>
      <Skeleton className="mb-5 h-4 w-36" />
      <Skeleton className="mb-3 h-4 w-28" />
      <Skeleton className="mb-7 h-9 w-[min(30rem,90%)]" />
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_21.5rem]">
        <Skeleton className="aspect-video w-full rounded-lg!" />
        <Skeleton className="h-96 w-full rounded-lg!" />
      </div>
    </div>
  );
}
