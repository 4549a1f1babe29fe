/** The three resources of a history: one for sale, one by subscription, one free. */
export const kinds = ['purchase', 'subscription', 'free'] as const;
export type Kind = (typeof kinds)[number];

/** A simple model of a member's entitlements. */
export type Person = {
  isDeleted: boolean;
  bought: boolean;
  granted: Set<Kind>;
  /** Seats of an organisation: of one resource, or of the plan. */
  seats: Set<'plan' | Kind>;
  isInOrganisation: boolean;
  isBlocked: boolean;
  subscription: 'none' | 'running' | 'ending' | 'ended';
  isSuspended: boolean;
  hadTrial: boolean;
};

export type Model = {
  people: [Person, Person];
  /** Whether members see each resource; otherwise it is withdrawn permanently. */
  isListed: Record<Kind, boolean>;
  /** Number of uses that the only promo code has left. */
  usesLeft: number;
};

export function newModel(): Model {
  const person = (): Person => ({
    isDeleted: false,
    bought: false,
    granted: new Set(),
    seats: new Set(),
    isInOrganisation: true,
    isBlocked: false,
    subscription: 'none',
    isSuspended: false,
    hadTrial: false,
  });
  return {
    people: [person(), person()],
    isListed: { purchase: true, subscription: true, free: true },
    usesLeft: 1,
  };
}

export function isRunning({ subscription }: Person): boolean {
  return subscription === 'running' || subscription === 'ending';
}

/**
 * Whether a person has access by ACCESS-02 to ACCESS-07, ACCESS-18, ACCESS-19 and SEAT-05 of docs/requirements.md,
 * implemented independently.
 */
export function mayOpen({ isListed }: Model, person: Person, kind: Kind): boolean {
  if (person.isDeleted) return false;
  if ((kind === 'purchase' && person.bought) || person.seats.has(kind)) return true;
  if (!isListed[kind]) return false;
  if (kind === 'free' || person.granted.has(kind)) return true;
  const hasPlan = person.seats.has('plan') || (isRunning(person) && !person.isSuspended);
  return kind === 'subscription' && hasPlan && !person.isBlocked;
}
