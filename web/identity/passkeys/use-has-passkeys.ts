import { usePortalConfig } from '#web/platform/config.ts';
import { useIsInBrowser } from '#web/platform/in-browser.ts';
import { supportsPasskeys } from './webauthn-api.ts';

/** Whether portal and browser have passkeys; a page that the server renders assumes that the browser does. */
export function useHasPasskeys(): boolean {
  const { passkeys } = usePortalConfig();
  const isInBrowser = useIsInBrowser();
  return passkeys && !(isInBrowser && !supportsPasskeys());
}
