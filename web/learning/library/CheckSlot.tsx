import { Suspense } from 'react';
import { useIsInBrowser } from '#web/platform/in-browser.ts';
import { lazyPart } from '#web/platform/screen.ts';

export type CheckPartProps = {
  resourceId: number;
  /** `box` beside the resource, `row` at the end of reading, `included` in the list of what comes with the resource. */
  look: 'box' | 'row' | 'included';
};

const CheckPart = lazyPart<CheckPartProps>(async () => (await import('../checks/CheckPart.tsx')).CheckPart);

/** Place for the check of a resource; renders nothing without one, and on the server, which does not load it. */
export function CheckSlot(props: CheckPartProps) {
  return useIsInBrowser() ? (
    <Suspense fallback={null}>
      <CheckPart {...props} />
    </Suspense>
  ) : null;
}
