import { useMutation } from '@tanstack/react-query';
import { unsubscribe } from '#contract/notifications.endpoints.ts';
import { call } from '../../platform/api.ts';

/** Stops the mails whose link somebody followed; nobody needs to be signed in. */
export function useUnsubscribe(token: string) {
  return useMutation({ mutationFn: () => call(unsubscribe, { query: { token } }) });
}
