import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Plan } from '#contract/commerce/plans.ts';
import type { Subscription } from '#contract/commerce/subscriptions.ts';
import type { PlanPreview } from '#contract/commerce/subscriptions-changes.ts';
import { formatMoney } from '#contract/money.ts';
import { sentenceOf } from '#web/platform/errors.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Radio, RadioGroup } from '#web/ui/RadioGroup.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import { billingQuery } from './api.ts';
import { changeLabel, otherPlan, pendingText, planNames, previewFacts, whenChoices } from './plan-display.ts';
import { planPreviewQuery, useChangePlan } from './subscription-api.ts';

/** Button that opens the change to the other plan; renders nothing while the plan cannot be changed (SUBSCR-21). */
export function PlanSwitch({ subscription }: { subscription: Subscription }) {
  const [isOpen, setIsOpen] = useState(false);
  const plan = otherPlan(subscription);
  if (plan === null) return null;
  return (
    <>
      <Button variant="outline" onClick={() => setIsOpen(true)}>
        Switch to {planNames[plan]}
      </Button>
      {isOpen ? <SwitchDialog subscription={subscription} plan={plan} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

/** Banner about a plan that begins with the next period, with the action that keeps the current plan. */
export function PendingPlan({ subscription }: { subscription: Subscription }) {
  const changing = useChangePlan(subscription.id);
  const { plan } = subscription;
  const text = pendingText(subscription);
  if (text === null) return null;
  return (
    <Banner>
      {text}{' '}
      {plan ? (
        <TextButton
          className="text-current! underline"
          disabled={changing.isPending}
          onClick={() => changing.mutate({ plan: plan ?? 'monthly', when: 'now', prorationDate: null })}
        >
          Keep {planNames[plan]}
        </TextButton>
      ) : null}
    </Banner>
  );
}

type SwitchDialogProps = { subscription: Subscription; plan: Plan; onClose: () => void };

/** Dialog with the costs of the other plan, now or with the next period, before the member confirms. */
function SwitchDialog({ subscription, plan, onClose }: SwitchDialogProps) {
  const { id, status } = subscription;
  const isTrial = status === 'trialing';
  const [when, setWhen] = useState<PlanPreview['when']>('now');
  const preview = useQuery(planPreviewQuery(id, { plan, when }));
  const changing = useChangePlan(id, onClose);
  return (
    <Dialog
      isOpen
      isBusy={changing.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`Switch to ${planNames[plan]}?`}
      footer={
        <>
          <Button variant="outline" disabled={changing.isPending} onClick={onClose}>
            Keep {planNames[subscription.plan ?? 'monthly']}
          </Button>
          <Button
            isBusy={changing.isPending}
            unavailableReason={preview.data && !preview.isFetching ? undefined : 'The amount is not known yet.'}
            onClick={() => changing.mutate({ plan, when, prorationDate: preview.data?.prorationDate ?? null })}
          >
            {preview.data ? changeLabel(preview.data) : `Switch to ${planNames[plan]}`}
          </Button>
        </>
      }
    >
      {isTrial ? null : (
        <RadioGroup legend="When">
          {whenChoices(subscription).map(({ value, label, description }) => (
            <Radio
              key={value}
              name="when"
              className="py-1.5"
              value={value}
              label={label}
              description={description}
              checked={value === when}
              onChange={() => setWhen(value)}
            />
          ))}
        </RadioGroup>
      )}
      <Preview preview={preview} subscription={subscription} />
    </Dialog>
  );
}

type PreviewProps = {
  subscription: Subscription;
  preview: { data: PlanPreview | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
};

function Preview({ subscription, preview: { data, error, isFetching, refetch } }: PreviewProps) {
  const { data: billing } = useQuery(billingQuery);
  const isUnpaid = subscription.status === 'trialing' && billing?.paymentMethods.length === 0;
  if (error && !isFetching) {
    return (
      <Banner tone="danger" role="alert">
        {sentenceOf(error)}{' '}
        <TextButton className="text-current! underline" onClick={() => void refetch()}>
          Try again
        </TextButton>
      </Banner>
    );
  }
  if (!data) {
    return (
      <div role="status" className="flex flex-col gap-3">
        <span className="sr-only">Computing the amount</span>
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-5 w-5/6" />
      </div>
    );
  }
  return (
    <div>
      <Facts facts={previewFacts(data, subscription, { isUnpaid })} />
      {data.credit > 0 ? (
        <p className="mt-3 text-sm text-muted-foreground">
          {formatMoney(data.credit, data.currency)} is left over. It stays as your credit and pays your next invoices.
        </p>
      ) : null}
    </div>
  );
}
