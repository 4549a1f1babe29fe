import { Suspense } from 'react';
import { useIsInBrowser } from '#web/platform/in-browser.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { OutlinePartProps } from './OutlinePart.tsx';
import type { PathBoxProps } from './PathBox.tsx';

type SlotProps = { resourceId: number };

const PathPart = lazyPart<SlotProps>(async () => (await import('./PathPart.tsx')).PathPart);
const NextStepPart = lazyPart<SlotProps>(async () => (await import('./PathPart.tsx')).NextStepPart);
const PathBox = lazyPart<PathBoxProps>(async () => (await import('./PathBox.tsx')).PathBox);
/** Steps without anybody's progress. Where the server renders them, the page's loader waits for their code. */
export const OutlinePart = lazyPart<OutlinePartProps>(async () => (await import('./OutlinePart.tsx')).OutlinePart);

const loading = <Skeleton className="h-96 w-full rounded-lg!" />;
/** Placeholder with the height of the progress with a path, so that nothing below it moves on a phone. */
const boxLoading = <Skeleton className="h-32 w-full" />;

/** Place for the steps of a learning path; the server, which does not load them, renders a placeholder. */
export function PathSlot(props: SlotProps) {
  return useIsInBrowser() ? (
    <Suspense fallback={loading}>
      <PathPart {...props} />
    </Suspense>
  ) : (
    loading
  );
}

const loadingNext = <Skeleton className="mb-6 h-32 w-full rounded-lg!" />;

/** Place for the next step of a path that the member can open. */
export function NextStepSlot(props: SlotProps) {
  return useIsInBrowser() ? (
    <Suspense fallback={loadingNext}>
      <NextStepPart {...props} />
    </Suspense>
  ) : (
    loadingNext
  );
}

/** Place for the steps of a path in a preview, without anybody's progress. */
export function OutlineSlot(props: OutlinePartProps) {
  return useIsInBrowser() ? (
    <Suspense fallback={loading}>
      <OutlinePart {...props} />
    </Suspense>
  ) : (
    loading
  );
}

/** Place beside a path for its progress, or for what buying it opens. */
export function PathBoxSlot(props: SlotProps) {
  return useIsInBrowser() ? (
    <Suspense fallback={boxLoading}>
      <PathBox {...props} loading={boxLoading} />
    </Suspense>
  ) : (
    boxLoading
  );
}
