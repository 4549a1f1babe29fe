// Apart from session-api.ts, because only the pages of links need it.
import { useAction } from '#web/platform/action.ts';
import { keepTabToken, tabToken } from '#web/platform/tab-token.ts';
import { useEndSession } from './session-api.ts';

/** Ends the session on the page of a mailed link, which then shows the sign-in screen for that link. */
export function useSignOutHere() {
  const ending = useEndSession();
  return useAction({
    send: () => {
      const token = tabToken();
      return ending.mutateAsync().finally(() => {
        if (token !== null) keepTabToken(token);
      });
    },
  });
}
