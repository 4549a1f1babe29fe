import { Skeleton } from '../../ui/Skeleton.tsx';

/** The place of a text that is on its way. */
export function ArticleSkeleton() {
  return (
    <div data-testid="skeleton" className="flex max-w-154 flex-col gap-4">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="mb-6 h-5 w-28" />
      {['a', 'b', 'c'].map((paragraph) => (
        <div key={paragraph} className="mb-4 flex flex-col gap-3">
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-2/3" />
        </div>
      ))}
    </div>
  );
}
