import type { CDPSession, Page } from '@playwright/test';

export type VirtualAuthenticator = {
  /**
   * Sets the person at the authenticator: `present` touches it and is recognised; while the person is `away` it waits,
   * and an `unknown` one it rejects.
   */
  setPerson(person: 'present' | 'away' | 'unknown'): Promise<void>;
  /** Ids of the passkeys that it holds. */
  list(): Promise<string[]>;
};

/**
 * Gives the browser of a page an authenticator with passkeys and user verification: Chromium's own, controlled over its
 * protocol (https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn).
 */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setPerson: async (person) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: person === 'present' });
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: person !== 'away' });
    },
    list: async () => {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.map(({ credentialId }) => credentialId);
    },
  };
}
