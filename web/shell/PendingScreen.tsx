import { Skeleton } from '../ui/Skeleton.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';

/** Shown inside the frame while a screen's code loads. */
export function PendingScreen() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <VisuallyHidden>Loading the page</VisuallyHidden>
      <Skeleton className="h-60 w-full rounded-lg!" />
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-40 w-full rounded-lg!" />
    </div>
  );
}
