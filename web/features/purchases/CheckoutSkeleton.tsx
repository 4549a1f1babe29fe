import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PaymentFormSkeleton } from './PaymentFormSkeleton.tsx';

/** The checkout while its resource loads, of the same measures. */
export function CheckoutSkeleton() {
  return (
    <>
      <Skeleton className="mb-3 h-10 w-44" />
      <Skeleton className="mb-8 h-5 w-[min(20rem,80%)]" />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14">
        <Card isPadded={false} className="overflow-hidden lg:col-start-2 lg:row-start-1">
          <Skeleton className="aspect-5/2 w-full rounded-none! max-lg:hidden" />
          <div className="flex flex-col gap-4 p-5 lg:p-6">
            <Skeleton className="h-6 w-36" />
            <Skeleton className="h-12 w-full" />
            <Skeleton className="h-24 w-full" />
          </div>
        </Card>
        <div className="lg:col-start-1 lg:row-start-1">
          <PaymentFormSkeleton label="Loading the checkout…" />
        </div>
      </div>
    </>
  );
}
