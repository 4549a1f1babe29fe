import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Plan } from '#contract/subscriptions.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { isNotFound } from '../../platform/errors.ts';
import { usePathPart, useSearchParameters } from '../../platform/link.tsx';
import { usePage } from '../../platform/page.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { resourceQuery } from '../catalogue/api.ts';
import { resourceIdOf } from '../catalogue/display.ts';
import { NotForSalePanel } from '../purchases/NotForSalePanel.tsx';
import { PaymentFrame } from '../purchases/PaymentFrame.tsx';
import { readReturn } from '../purchases/success-display.ts';
import { UnknownResource } from '../purchases/UnknownResource.tsx';
import { BankReturn } from './BankReturn.tsx';
import { planPrices } from './display.ts';
import { PlanChoice } from './PlanChoice.tsx';
import { PlanSummary } from './PlanSummary.tsx';
import { RefusedPanel } from './RefusedPanel.tsx';
import { SubscriptionPayment } from './SubscriptionPayment.tsx';
import { useSubscriptionSetup } from './use-subscription-setup.ts';

/** Subscribing, from the page of a resource. */
export function SubscribeScreen() {
  const id = resourceIdOf(usePathPart('resourceId'));
  const search = useSearchParameters();
  // As it was at first: the address changes before the screen does, and the form must not show between them.
  const [{ intentId, hasFailed }] = useState(() => readReturn(search));
  usePage('Subscribe');
  if (id !== null && intentId !== null && !hasFailed) {
    return (
      <PaymentFrame>
        <BankReturn resourceId={id} intentId={intentId} />
      </PaymentFrame>
    );
  }
  return <PaymentFrame>{id === null ? <UnknownResource /> : <Subscribe id={id} key={id} />}</PaymentFrame>;
}

function Subscribe({ id }: { id: number }) {
  const [{ plan, round }, setChoice] = useState<{ plan: Plan; round: number }>({ plan: 'monthly', round: 1 });
  const setup = useSubscriptionSetup({ resourceId: id, plan, round });
  const { currency } = usePortalConfig();
  const { data: resource, error } = useQuery(resourceQuery(id));
  if (isNotFound(error)) return <UnknownResource />;
  if (setup.kind === 'not-offered') {
    return <NotForSalePanel id={id} title={resource?.title ?? 'This resource'} reason={setup.reason} />;
  }
  if (setup.kind === 'refused') return <RefusedPanel id={id} title={resource?.title} setup={setup} />;
  const prices = planPrices(resource, currency);
  // What the server charges counts, not the price that was loaded for the catalogue.
  const charged = setup.kind === 'ready' ? { ...prices, [plan]: setup.opened.amount } : prices;
  return (
    <>
      <PageHeading
        title={`Subscribe to ${resource?.title ?? 'Premium'}`}
        subtitle="One subscription opens every subscription-level resource."
      />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14">
        <div className="flex min-w-0 flex-col gap-8">
          <PlanChoice
            plan={plan}
            prices={charged}
            currency={currency}
            onChange={(next) => setChoice({ plan: next, round: round + 1 })}
          />
          <SubscriptionPayment resourceId={id} plan={plan} amount={charged[plan]} setup={setup} />
        </div>
        <div className="self-start lg:sticky lg:top-6">
          <PlanSummary resource={resource} plan={plan} amount={charged[plan]} currency={currency} />
        </div>
      </div>
    </>
  );
}
