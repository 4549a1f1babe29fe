import { Clock } from 'lucide-react';
import type { PersonLearning } from '#contract/learning/learning.ts';
import { Badge } from '#web/ui/Badge.tsx';

type PersonProgressProps = { userId: number; learning: readonly PersonLearning[] | undefined };

/** Number of completed assignments of a person, in the list of people; renders nothing until it is known. */
export function PersonProgress({ userId, learning }: PersonProgressProps) {
  if (learning === undefined) return null;
  const own = learning.find((one) => one.userId === userId);
  if (!own) return <span className="text-muted-foreground">Nothing assigned</span>;
  const { assigned, completed, overdue } = own;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <span aria-hidden="true" className="block h-1.5 w-20 overflow-hidden rounded-full bg-progress-track">
        <span className="block h-full rounded-full bg-progress" style={{ width: `${(100 * completed) / assigned}%` }} />
      </span>
      <span className="whitespace-nowrap tabular-nums">
        {completed} of {assigned}
      </span>
      {overdue > 0 ? (
        <Badge tone="danger" icon={<Clock size={14} />}>
          {overdue} overdue
        </Badge>
      ) : null}
    </span>
  );
}
