import { endpoint } from '../endpoint.ts';
import type { CurrentUser } from '../identity/accounts.ts';
import { register } from '../identity/sign-in.endpoints.ts';
import type { RegisterByLink } from './entry.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Registering by an invitation or a gift';

export const registerByLink = endpoint<{ body: RegisterByLink; reply: CurrentUser }>({
  method: 'POST',
  path: '/api/register-by-link',
  caller: 'visitor',
  scope: 'none',
  summary: 'Opens an account for the address that an invitation or a gift was mailed to, and uses its link up',
  errors: [
    ...register.errors,
    'entry.link-for-other',
    'organisations.invitation-unknown',
    'purchases.gift-unknown',
    'purchases.gift-redeemed',
    'purchases.gift-refunded',
    'access.parts-open',
  ],
  status: 201,
});
