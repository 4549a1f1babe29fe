import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** The card form while the payment is being opened, of the same measures. */
export function PaymentFormSkeleton({ label = 'Setting up the payment form…' }: { label?: string }) {
  return (
    <div data-testid="skeleton" className="flex flex-col gap-5">
      <p role="status" className="sr-only">
        {label}
      </p>
      <div>
        <Skeleton className="mb-2.5 h-5 w-24" />
        <Card className="grid gap-4 p-5!">
          <Skeleton className="h-18 w-full" />
          <div className="grid grid-cols-2 gap-4">
            <Skeleton className="h-18 w-full" />
            <Skeleton className="h-18 w-full" />
          </div>
        </Card>
      </div>
      <Skeleton className="h-11 w-full rounded-md!" />
    </div>
  );
}
