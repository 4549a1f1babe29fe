import { Skeleton } from '#web/ui/Skeleton.tsx';

export function LoadingEditor() {
  return (
    <div role="status" className="mx-auto flex max-w-176 flex-col gap-6 px-4 py-20">
      <span className="sr-only">Loading the resource</span>
      <Skeleton className="h-10 w-3/4" />
      <Skeleton className="h-96 w-full rounded-lg!" />
    </div>
  );
}
