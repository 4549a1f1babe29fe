import { useQuery } from '@tanstack/react-query';
import type { Plan } from '#contract/commerce/plans.ts';
import { planWords } from '#web/commerce/subscriptions/display.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { setPlanPricesQuery, useSetPlanPrices } from './api.ts';
import { SeatPricesForm } from './SeatPricesDialog.tsx';

type PlanPricesDialogProps = { plan: Plan; onClose: () => void };

/** Dialog for the volume prices of a plan's seats (SEAT-01). */
export function PlanPricesDialog({ plan, onClose }: PlanPricesDialogProps) {
  const query = useQuery(setPlanPricesQuery);
  const setting = useSetPlanPrices(plan, onClose);
  const title = `${planWords[plan].name} plan`;
  if (query.data) {
    const { currency } = query.data;
    const sentence = (price: string) =>
      `A seat costs ${price} ${planWords[plan].per}, the lowest price of the subscription. Each step makes a seat cheaper from a number of seats on. Orders keep their price until their number of seats changes.`;
    return (
      <SeatPricesForm
        {...query.data[plan]}
        title={title}
        currency={currency}
        sentence={sentence}
        send={setting.mutateAsync}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog isOpen onOpenChange={(isOpen) => isOpen || onClose()} title="Seat prices" description={title}>
      <Loaded
        query={query}
        skeleton={<Skeleton className="h-32 w-full" />}
        failure="The seat prices did not load"
        safe="Nothing was changed. Check your connection, then try again."
      >
        {() => null}
      </Loaded>
    </Dialog>
  );
}
