import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fewestSeats, mostSeats, type SeatOrder, type SeatsPreview } from '#contract/commerce/purchases-seats.ts';
import { formatMoney } from '#contract/money.ts';
import { planWords } from '#web/commerce/subscriptions/display.ts';
import { longDate } from '#web/dates.ts';
import { useAction } from '#web/platform/action.ts';
import { sentenceOf } from '#web/platform/errors.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { seatsPreviewQuery, useChangeSeats } from './api.ts';
import { seatsProblem } from './order-display.ts';

type ChangeSeatsDialogProps = { organisationId: number; order: SeatOrder; onClose: () => void };

/** Changes the number of seats of the plan, after a preview of the cost (SEAT-04). */
export function ChangeSeatsDialog({ organisationId, order, onClose }: ChangeSeatsDialogProps) {
  const [typed, setTyped] = useState(String(order.seats));
  const seats = typed.trim() === '' ? Number.NaN : Number(typed);
  // The number whose cost was requested; null after the number was changed.
  const [asked, ask] = useState<number | null>(null);
  const [isChecked, check] = useState(false);
  const problem = seats === order.seats ? 'Enter another number' : seatsProblem(seats);
  const preview = useQuery({
    ...seatsPreviewQuery(organisationId, order.id, asked ?? order.seats),
    enabled: asked !== null,
  });
  const changing = useChangeSeats(organisationId, order.id);
  const shown = asked === null ? undefined : preview.data;
  const { mutate: change } = useAction({
    send: async () => {
      const prorationDate = shown?.prorationDate ?? null;
      const changed = await changing.mutateAsync({ seats, prorationDate }).catch(() => null);
      if (changed && changed.payUrl === null) onClose();
    },
  });
  const payUrl = changing.data?.payUrl;

  function submit(event: FormEvent) {
    event.preventDefault();
    check(true);
    if (shown) change();
    else if (problem === null) ask(seats);
  }

  return (
    <Dialog
      isOpen
      isBusy={changing.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Change seats"
      description={`Your organisation has ${order.seats} seats of the plan.`}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field
          label="Seats"
          hint={`${fewestSeats} to ${mostSeats}. More work at once, fewer begin with the renewal.`}
          {...(problem !== null && isChecked && { error: problem })}
        >
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              ask(null);
            }}
            className="max-w-40"
          />
        </Field>
        {asked !== null && preview.isError ? <Banner tone="danger">{sentenceOf(preview.error)}</Banner> : null}
        {asked !== null && preview.isLoading ? <Skeleton className="h-20 w-full" /> : null}
        {shown ? <Cost order={order} shown={shown} /> : null}
        {payUrl ? (
          <Banner tone="warning">
            The bank asks you to confirm the payment. The seats are added once it is made.{' '}
            <a href={payUrl} className={buttonClasses({ size: 'small' })}>
              Confirm the payment
            </a>
          </Banner>
        ) : (
          <Button type="submit" className="self-end" isBusy={changing.isPending || preview.isLoading}>
            {shown
              ? shown.dueNow > 0
                ? `Pay ${formatMoney(shown.dueNow, shown.currency)}`
                : 'Change seats'
              : 'Continue'}
          </Button>
        )}
      </form>
    </Dialog>
  );
}

function Cost({ order: { plan }, shown }: { order: SeatOrder; shown: SeatsPreview }) {
  const { dueNow, amount, currency, renewsAt } = shown;
  const facts = [
    ...(dueNow > 0
      ? [{ label: 'For the rest of the period', value: formatMoney(dueNow, currency) }]
      : [{ label: 'From', value: longDate(renewsAt) }]),
    { label: `Then ${plan ? planWords[plan].each : ''}`, value: formatMoney(amount, currency) },
  ];
  return <Facts facts={facts} isBoxed />;
}
