import { useQuery } from '@tanstack/react-query';
import type { OrganisationOffer } from '#contract/organisations-domains.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { offerQuery, useJoin } from './domain-api.ts';

/** The organisation that the member's address leads to; nothing without one (ORG-04). */
export function JoinOffer() {
  const { data: offer } = useQuery(offerQuery);
  return offer ? <Offer offer={offer} /> : null;
}

function Offer({ offer: { organisationId, name, domain, hasAsked, joining: way } }: { offer: OrganisationOffer }) {
  const joining = useJoin(name);
  const join = useSingleRun(() => joining.mutateAsync(organisationId));
  return (
    <Card className="mb-6 max-w-152">
      <h2 className="wrap-anywhere">{name}</h2>
      <p className="mt-1.5 text-sm text-muted-foreground">
        {hasAsked
          ? 'You have asked to join. An owner or manager decides, and you get an email when you are accepted.'
          : `People with an address at ${domain} can join. Its owners and managers then see your name, your address and what the organisation gives you.`}
      </p>
      {hasAsked ? null : (
        <Button className="mt-4" isBusy={joining.isPending} onClick={() => void join()}>
          {way === 'ask' ? 'Ask to Join' : 'Join'}
        </Button>
      )}
    </Card>
  );
}
