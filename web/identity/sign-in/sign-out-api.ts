// Apart from session-api.ts, because only the pages of links need it.
import { useMutation } from '@tanstack/react-query';
import { keepTabToken, tabToken } from '../../platform/tab-token.ts';
import { useEndSession } from './session-api.ts';

/** Ends the session at the page of a link, which shows the sign-in screen for the link then. */
export function useSignOutHere() {
  const ending = useEndSession();
  return useMutation({
    mutationFn: () => {
      const token = tabToken();
      return ending.mutateAsync().finally(() => {
        if (token !== null) keepTabToken(token);
      });
    },
  });
}
