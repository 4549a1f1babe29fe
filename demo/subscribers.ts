import type { Plan } from '#contract/commerce/plans.ts';

/** Members of the demo who have subscribed, with the later changes of their subscriptions. */
export const demoSubscribers: readonly {
  email: string;
  firstName: string;
  lastName: string;
  plan: Plan;
  since: 'paid' | 'cancelled' | 'suspended';
  joinedDaysAgo: number;
}[] = [
  {
    email: 'ansel.quorrin@example.org',
    firstName: 'Ansel',
    lastName: 'Quorrin',
    plan: 'monthly',
    since: 'paid',
    joinedDaysAgo: 352,
  },
  {
    email: 'sunita.marchbrook@example.org',
    firstName: 'Sunita',
    lastName: 'Marchbrook',
    plan: 'annual',
    since: 'paid',
    joinedDaysAgo: 301,
  },
  {
    email: 'joss.ellerwick@example.org',
    firstName: 'Joss',
    lastName: 'Ellerwick',
    plan: 'monthly',
    since: 'cancelled',
    joinedDaysAgo: 118,
  },
  {
    email: 'nadia.okonwell@example.org',
    firstName: 'Nadia',
    lastName: 'Okonwell',
    plan: 'monthly',
    since: 'suspended',
    joinedDaysAgo: 26,
  },
];
