import { useMutation } from '@tanstack/react-query';
import { unsubscribe } from '#contract/notifications.endpoints.ts';
import { call } from '../../platform/api.ts';

/** Stops the mails of an unsubscribe link; works without signing in. */
export function useUnsubscribe(token: string) {
  return useMutation({ mutationFn: () => call(unsubscribe, { query: { token } }) });
}
