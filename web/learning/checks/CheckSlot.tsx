import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyPart } from '../../platform/screen.ts';
import { checkQuery } from './api.ts';
import type { CheckPartProps } from './CheckPart.tsx';

const CheckPart = lazyPart<CheckPartProps>(async () => (await import('./CheckPart.tsx')).CheckPart);

type CheckSlotProps = Pick<CheckPartProps, 'look'> & { resourceId: number };

/** Place for the check of a resource; renders nothing without one, and on the server, which does not load it. */
export function CheckSlot({ resourceId, look }: CheckSlotProps) {
  const { data: check } = useQuery(checkQuery(resourceId));
  if (!check) return null;
  return (
    <Suspense fallback={null}>
      <CheckPart check={check} look={look} />
    </Suspense>
  );
}
