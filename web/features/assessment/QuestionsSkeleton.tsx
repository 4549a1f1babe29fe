import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';

/** The place of the questions while the access is checked. */
export function QuestionsSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>Opening the assessment</VisuallyHidden>
      <Skeleton className="mb-3 h-9 w-full max-w-120" />
      <Skeleton className="mb-10 h-5 w-40" />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10">
        <Skeleton className="h-14 w-full rounded-md! lg:h-60" />
        <Card className="flex flex-col gap-6">
          <Skeleton className="h-7 w-64" />
          {[1, 2, 3].map((question) => (
            <Skeleton key={question} className="h-48 w-full rounded-md!" />
          ))}
        </Card>
      </div>
    </div>
  );
}
