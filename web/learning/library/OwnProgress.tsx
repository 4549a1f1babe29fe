import { useQuery } from '@tanstack/react-query';
import { Check, RotateCcw } from 'lucide-react';
import type { ResourceType } from '#contract/catalogue/catalogue.ts';
import { Button } from '#web/ui/Button.tsx';
import { LoadErrorLine } from '#web/ui/LoadErrorLine.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { progressQuery } from './api.ts';
import { doneWord, progressWord } from './done-display.ts';
import { useFinish } from './use-finish.tsx';

/**
 * The member's progress with an accessible resource, and "Mark as finished"; with a check, which finishes the resource,
 * "Mark as read", or "Mark as used" for a tool (CHECK-07).
 */
export function OwnProgress({ resourceId, type }: { resourceId: number; type: ResourceType }) {
  const { data, isPending, isLoadingError, isFetching, refetch } = useQuery(progressQuery(resourceId));
  const { finish, undo, isBusy, dialog } = useFinish(resourceId);
  if (isPending) return null;
  if (isLoadingError) {
    return <LoadErrorLine query={{ isFetching, refetch }}>Your progress could not be loaded.</LoadErrorLine>;
  }
  const check = data?.check;
  const isMarked = data?.completionPercentage === 100;
  const done = data && doneWord({ ...data, type, isRead: data.readingPositions.length > 0 });
  return (
    <div className="flex flex-col gap-3">
      {data ? (
        <div>
          <ProgressBar
            percent={data.completionPercentage}
            label="Your progress"
            word={progressWord({ type, hasCheck: check !== undefined })}
          />
          {done ? <p className="mt-1 text-sm font-semibold text-success-text">{done}</p> : null}
          {check === 'left' && isMarked ? <p className="mt-1 text-sm">Pass the check to finish it.</p> : null}
        </div>
      ) : (
        <p className="text-sm text-muted-foreground">Not started</p>
      )}
      {check === 'completed' ? null : (
        <Button isBlock variant="outline" isBusy={isBusy} onClick={isMarked ? undo : finish}>
          {isBusy ? null : <MarkIcon isMarked={isMarked} />}
          {`Mark as ${isMarked ? 'not ' : ''}${check ? progressWord({ type, hasCheck: true }) : 'finished'}`}
        </Button>
      )}
      {dialog}
    </div>
  );
}

function MarkIcon({ isMarked }: { isMarked: boolean }) {
  return isMarked ? <RotateCcw size={16} /> : <Check size={16} />;
}
