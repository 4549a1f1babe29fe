import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** The shape of the billing screen while its figures are on their way. */
export function BillingSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading your billing information</span>
      <div className="mb-8 grid grid-cols-2 gap-4 border-y border-border py-5 lg:grid-cols-5">
        {['spent', 'purchases', 'subscriptions', 'status', 'since'].map((name) => (
          <div key={name} className="flex flex-col gap-2">
            <Skeleton className="h-3.5 w-24" />
            <Skeleton className="h-6 w-20" />
          </div>
        ))}
      </div>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_21.5rem]">
        <Card className="flex flex-col gap-4">
          <Skeleton className="h-6 w-48" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-4 w-5/6" />
        </Card>
        <Card className="flex flex-col gap-4">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-10 w-full" />
        </Card>
      </div>
    </div>
  );
}
