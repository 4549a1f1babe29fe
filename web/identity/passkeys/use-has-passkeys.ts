import { usePortalConfig } from '#web/platform/config.ts';
import { useIsInBrowser } from '#web/platform/in-browser.ts';
import { supportsPasskeys } from './webauthn-api.ts';

/** Whether the portal has passkeys, and the browser as far as a server's page can know. */
export function useHasPasskeys(): boolean {
  const { passkeys } = usePortalConfig();
  const isInBrowser = useIsInBrowser();
  return passkeys && !(isInBrowser && !supportsPasskeys());
}
