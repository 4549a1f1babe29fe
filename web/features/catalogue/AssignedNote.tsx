import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyPart } from '../../platform/screen.ts';
import { ownAssignmentQuery } from '../learning/api.ts';
import { progressQuery } from '../library/api.ts';

const AssignmentNote = lazyPart(async () => (await import('../learning/AssignmentNote.tsx')).AssignmentNote);

/** What an organisation has asked of the member about a resource; nothing where it is not assigned (LEARN-02). */
export function AssignedNote({ resourceId }: { resourceId: number }) {
  const { data: progress } = useQuery(progressQuery(resourceId));
  const state = progress ? `${progress.completionPercentage} ${progress.isFinished}` : '';
  const { data } = useQuery({ ...ownAssignmentQuery(resourceId, state), placeholderData: keepPreviousData });
  const assignment = data?.[0];
  if (!assignment) return null;
  return (
    <Suspense fallback={null}>
      <AssignmentNote assignment={assignment} isFinished={progress?.isFinished ?? false} />
    </Suspense>
  );
}
