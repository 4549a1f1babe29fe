import type { Message } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import type { LinkToken } from './sign-in.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Which emails a member receives';

export const openUnsubscribe = endpoint<{ query: LinkToken }>({
  method: 'GET',
  path: '/api/unsubscribe',
  caller: 'visitor',
  summary: 'Leads to the page that asks whether mails of this kind shall stop; changes nothing',
  errors: [],
  status: 302,
});

export const unsubscribe = endpoint<{ query: LinkToken; reply: Message }>({
  method: 'POST',
  path: '/api/unsubscribe',
  caller: 'visitor',
  summary: "Stops the mails whose link this is, without a sign-in; also a mail program's one click (RFC 8058)",
  errors: ['notifications.link-invalid'],
});
