import { endpoint } from '../endpoint.ts';
import { CurrentUser } from '../identity/accounts.ts';
import { register } from '../identity/sign-in.endpoints.ts';
import { RegisterByLink } from './entry.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Registering by an invitation or a gift';

export const registerByLink = endpoint({
  method: 'POST',
  path: '/api/register-by-link',
  body: RegisterByLink,
  response: CurrentUser,
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
