import { useQuery } from '@tanstack/react-query';
import { ownOrganisation } from '#web/organisations/organisations/api.ts';
import { Banner } from '#web/ui/Banner.tsx';

/**
 * Banner that suggests to members with a seat of the plan that they cancel their own subscription (SEAT-05); renders
 * nothing for others.
 */
export function PlanSeatNote() {
  const { data } = useQuery(ownOrganisation);
  if (!data?.ownSeats.some(({ kind }) => kind === 'plan')) return null;
  return (
    <Banner>
      {data.name} has given you a seat that opens all subscription resources. If you cancel your own subscription, they
      stay open by the seat.
    </Banner>
  );
}
