import type { Message } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import type { OwnPassword } from './sign-in.ts';
import type { IdParams } from './text.ts';

export const deleteAccount = endpoint<{ body: OwnPassword; reply: Message }>({
  method: 'DELETE',
  path: '/api/user',
  caller: 'member',
  summary: "Deletes the caller's account; its password is asked for, or a fresh sign-in where there is none",
  errors: ['accounts.wrong-password', 'accounts.confirm-sign-in', 'accounts.last-administrator'],
});

export const deleteUser = endpoint<{ params: IdParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/users/:id',
  caller: 'administrator',
  summary: 'Deletes an account: sign-ins and subscription end, personal data is blanked, payment records stay',
  errors: ['accounts.not-found', 'accounts.last-administrator', 'privacy.own-account'],
});
