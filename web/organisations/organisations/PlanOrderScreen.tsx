import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Plan, plans } from '#contract/commerce/plans.ts';
import { formatMoney } from '#contract/money.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { planWords } from '#web/commerce/subscriptions/display.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { RadioCard, RadioGroup } from '#web/ui/RadioGroup.tsx';
import { planPricesQuery } from './api.ts';
import { Orderer, OrderSkeleton } from './OrderCheckout.tsx';
import { OrderForm } from './OrderForm.tsx';
import { orderedPlan } from './order-display.ts';

/** Ordering seats of the plan, each of which opens what the subscription opens (SEAT-01). */
export function PlanOrderScreen() {
  return <Orderer>{(organisation) => <Plans organisation={organisation} />}</Orderer>;
}

function Plans({ organisation }: { organisation: Organisation }) {
  const [plan, choose] = useState<Plan>('annual');
  return (
    <Loaded
      query={useQuery(planPricesQuery)}
      skeleton={<OrderSkeleton />}
      failure="The prices did not load"
      safe="Nothing has been charged. Check your connection, then try again."
    >
      {(prices) => (
        <OrderForm organisation={organisation} prices={orderedPlan(prices, plan)}>
          <RadioGroup legend="Plan" columns={2}>
            {plans.map((one) => (
              <RadioCard
                key={one}
                name="plan"
                label={planWords[one].name}
                checked={one === plan}
                onChange={() => choose(one)}
              >
                <span className="text-sm text-muted-foreground">
                  {formatMoney(prices[one].price, prices.currency)} a seat {planWords[one].per}
                </span>
              </RadioCard>
            ))}
          </RadioGroup>
        </OrderForm>
      )}
    </Loaded>
  );
}
