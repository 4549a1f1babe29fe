import { formatMoney } from '#contract/money.ts';
import { type Plan, plans } from '#contract/subscriptions.ts';
import { Badge } from '../../ui/Badge.tsx';
import { RadioCard, RadioGroup } from '../../ui/RadioGroup.tsx';
import { type PlanPrices, planWords, saving } from './display.ts';

type PlanChoiceProps = { plan: Plan; prices: PlanPrices; currency: string; onChange: (plan: Plan) => void };

/** Monthly or annual, with what a year saves (SUBSCR-03, SUBSCR-05). */
export function PlanChoice({ plan, prices, currency, onChange }: PlanChoiceProps) {
  const saved = saving(prices, currency);
  return (
    <RadioGroup legend="Choose a plan" columns={2}>
      {plans.map((one) => (
        <RadioCard
          key={one}
          name="plan"
          value={one}
          label={planWords[one].name}
          checked={one === plan}
          onChange={() => onChange(one)}
          badge={one === 'annual' && saved ? <Badge tone="free">{saved}</Badge> : null}
        >
          <span className="font-display text-xl leading-7 font-semibold tabular-nums lg:text-2xl lg:leading-8.5">
            {formatMoney(prices[one], currency)}
          </span>
          <span className="text-sm text-muted-foreground">{planWords[one].per}</span>
        </RadioCard>
      ))}
    </RadioGroup>
  );
}
