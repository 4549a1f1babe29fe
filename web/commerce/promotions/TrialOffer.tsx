import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import type { Plan } from '#contract/commerce/plans.ts';
import { counted } from '#contract/counted.ts';
import { formatMoney } from '#contract/money.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ConsentNote } from '../purchases/ConsentNote.tsx';
import { awaitActivation } from '../subscriptions/api.ts';
import { ownTrialNow, useTrialStart } from './api.ts';
import { trialTerms, usedTrialText } from './display.ts';
import { VerifyFirst } from './VerifyFirst.tsx';

type TrialOfferProps = { resource: Resource; days: number; plan: Plan; amount: number };

/** Free days of a plan on the subscribe page, or the reason why this member gets none (TRIAL-02, TRIAL-03). */
export function TrialOffer(props: TrialOfferProps) {
  const { data, isPending } = useQuery(ownTrialNow);
  const { currency } = usePortalConfig();
  if (isPending) return <Skeleton className="h-48 w-full rounded-lg!" />;
  if (!data?.isUsed) return <OpenOffer {...props} />;
  return (
    <Card>
      <p className="text-sm">{usedTrialText(props.plan, formatMoney(props.amount, currency))}</p>
    </Card>
  );
}

/** Offer of the free days, with the charge after them and its date. */
function OpenOffer({ resource, days, plan, amount }: TrialOfferProps) {
  const { currency } = usePortalConfig();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id, trialNeedsCard: needsCard } = resource;
  const starting = useTrialStart(async () => {
    await awaitActivation(client, id);
    await navigate({ to: '/resource/$id', params: { id: String(id) }, replace: true });
  });
  return (
    <Card>
      <CardHeader title={`Try it free for ${counted(days, 'day')}`} />
      <div className="flex flex-col gap-4">
        <ul className="flex list-disc flex-col gap-2 pl-4 text-sm text-muted-foreground">
          {trialTerms({ needsCard, plan, price: formatMoney(amount, currency), days }).map((term) => (
            <li key={term}>{term}</li>
          ))}
        </ul>
        <VerifyFirst error={starting.error} />
        <ConsentNote kind="payment" />
        <Button
          variant="outline"
          isBlock
          isBusy={starting.isPending || starting.isSuccess}
          onClick={() => starting.mutate({ resourceId: id, plan })}
        >
          Start Free Trial
        </Button>
      </div>
    </Card>
  );
}
