import type { OpenReason } from '#contract/access-admin.ts';
import { choice, listSearch, setting, text } from '../../../platform/search.ts';

/** The names of the reasons for access. */
export const reasonLabels: Record<OpenReason, string> = {
  purchase: 'Purchase',
  grant: 'Grant',
  seat: 'Seat',
  blocked: 'Blocked',
  subscription: 'Subscription',
  free: 'Free',
  administrator: 'Administrator',
};

// The keys of a Record of OpenReason.
const reasons = Object.keys(reasonLabels) as OpenReason[];

/** What the address of a member's page holds: the open tab, and what the list of resources is narrowed to. */
export const memberSearch = listSearch(
  { search: text, reason: choice(reasons) },
  { tab: setting(['access', 'purchases', 'subscription', 'payments', 'audit'], 'access') },
);
export type AccessState = { search: string; reason: OpenReason | null; page: number };
