import { Skeleton } from '../../ui/Skeleton.tsx';
import { rowClasses } from './row-classes.ts';

const rows = ['first', 'second', 'third'];

/** What stands in the rows' place while they are on their way. */
export function LibraryRowSkeletons() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading your resources
      </p>
      {rows.map((row) => (
        <div key={row} aria-hidden="true" data-testid="skeleton" className={rowClasses}>
          <Skeleton className="aspect-5/3 w-full rounded-md max-lg:aspect-square" />
          <div className="flex flex-col gap-2">
            <Skeleton className="h-3 w-28" />
            <Skeleton className="h-4.5 w-[min(22rem,90%)]" />
            <Skeleton className="mt-1 h-3 w-[95%]" />
          </div>
          <div className="flex flex-col gap-3 max-lg:col-span-full">
            <Skeleton className="h-1.5 w-full" />
            <Skeleton className="h-3 w-3/4" />
          </div>
          <Skeleton className="h-11 w-full rounded-md max-lg:col-span-full" />
        </div>
      ))}
    </>
  );
}
