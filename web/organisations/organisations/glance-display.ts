import { counted } from '#contract/counted.ts';
import type { LearningSummary } from '#contract/learning/learning.ts';
import type { Invitation, Organisation } from '#contract/organisations/organisations.ts';

/** Figures of an organisation; undefined while they load or when loading failed. */
export type Glance = {
  organisation: Pick<Organisation, 'people' | 'seats'>;
  invitations: readonly Pick<Invitation, 'isExpired'>[] | undefined;
  /** Number of people who ask to join. */
  requests: number | undefined;
  learning: LearningSummary['total'] | undefined;
  /** Number of people without a seat for what is assigned to them. */
  withoutSeat: number | undefined;
  /** Whether the person may order seats here. */
  canOrder: boolean;
};

export type NextKind =
  | 'requests'
  | 'expired'
  | 'overdue'
  | 'without-seat'
  | 'free-seats'
  | 'invite'
  | 'order'
  | 'assign';

/** Next step: the reason for it, and the label of its control. */
export type NextStep = { kind: NextKind; why: string; action: string };

const maximumSteps = 3;

/** Returns at most three next steps, the most urgent first. */
export function nextSteps({
  organisation,
  invitations,
  requests,
  learning,
  withoutSeat,
  canOrder,
}: Glance): NextStep[] {
  const people = organisation.people ?? 0;
  const { total: seats, inUse } = organisation.seats ?? { total: 0, inUse: 0 };
  const expired = invitations?.filter(({ isExpired }) => isExpired).length ?? 0;
  const asking = requests ?? 0;
  const overdue = learning?.overduePeople ?? 0;
  const lacking = withoutSeat ?? 0;
  const isAlone = people === 1 && invitations?.length === 0;
  const steps: (NextStep & { isDue: boolean })[] = [
    {
      kind: 'requests',
      isDue: asking > 0,
      why: counted(asking, 'person asks to join', 'people ask to join'),
      action: 'Accept or decline',
    },
    {
      kind: 'overdue',
      isDue: overdue > 0,
      why: counted(overdue, 'person is overdue', 'people are overdue'),
      action: 'See who and with what',
    },
    {
      kind: 'without-seat',
      isDue: lacking > 0,
      why: counted(lacking, 'person has no seat for what is assigned', 'people have no seat for what is assigned'),
      action: 'Give seats',
    },
    {
      kind: 'expired',
      isDue: expired > 0,
      why: counted(expired, 'invitation has expired', 'invitations have expired'),
      action: 'Resend or withdraw',
    },
    { kind: 'invite', isDue: isAlone, why: 'You are the only person here', action: 'Send invitations' },
    {
      kind: 'free-seats',
      isDue: seats > inUse,
      why: counted(seats - inUse, 'seat is not in use', 'seats are not in use'),
      action: 'Assign seats',
    },
    { kind: 'order', isDue: canOrder && seats === 0, why: 'The organisation has no seats', action: 'Choose seats' },
    {
      kind: 'assign',
      isDue: people > 1 && learning?.assigned === 0,
      why: 'No learning is assigned',
      action: 'Assign learning',
    },
  ];
  return steps
    .filter(({ isDue }) => isDue)
    .slice(0, maximumSteps)
    .map(({ isDue: _, ...step }) => step);
}
