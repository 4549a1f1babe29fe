import { fillPages, type Keys, type LemonServer, prepareLemonServer } from './lemonldap-server.ts';
import { type AnyCounterpart, browse, comeBy, openLoopback } from './openid.ts';

export type LemonLdap = AnyCounterpart & Pick<LemonServer, 'dismiss'>;

/** The portal as a client of a LemonLDAP::NG. */
export const client = { clientId: 'rapp-learning', clientSecret: 'a secret of tests that is long enough' };

/**
 * Starts LemonLDAP::NG as an OpenID Connect provider, with its demonstration accounts, whose passwords are their names.
 * @param folder the unpacked packages
 */
export async function startLemonLdap(folder: string): Promise<LemonLdap> {
  const server = await prepareLemonServer(folder, 'lemonldap');
  const outbound = openLoopback();
  const allow = (redirectUri: string, options: Record<string, unknown> = {}) =>
    server.start(openIdSettings(server.keys, redirectUri, options));
  const answerFor: AnyCounterpart['answerFor'] = async (address, person) => {
    await server.keep(person);
    return browse(address, { fill: fillPages(person.sub) });
  };
  const close = async () => {
    await server.close();
    await outbound.close();
  };
  try {
    await allow(`${server.address}none`);
  } catch (error) {
    await close();
    throw error;
  }
  const { address: issuer, dismiss } = server;
  return { issuer, ...client, outbound, allow, answerFor, come: comeBy(answerFor), dismiss, close };
}

/**
 * Returns the settings of an OpenID Connect provider with the portal as its client;
 * docs/publisher/company-sign-in.md explains the names of `options` for a relying party.
 */
export function openIdSettings(
  keys: Keys,
  redirectUri: string,
  options: Record<string, unknown> = {},
): Record<string, unknown> {
  const named = Object.entries({
    ClientID: client.clientId,
    ClientSecret: client.clientSecret,
    RedirectUris: redirectUri,
    PostLogoutRedirectUris: `${new URL(redirectUri).origin}/auth`,
    IDTokenSignAlg: 'RS256',
    RequirePKCE: 1,
    BypassConsent: 1,
    ...options,
  });
  return {
    issuerDBOpenIDConnectActivation: 1,
    oidcServicePrivateKeySig: keys.privateKey,
    oidcServicePublicKeySig: keys.publicKey,
    oidcServiceKeyIdSig: 'key-1',
    oidcRPMetaDataExportedVars: { portal: { email: 'mail', given_name: 'givenName', family_name: 'sn' } },
    oidcRPMetaDataOptions: {
      portal: Object.fromEntries(named.map(([name, value]) => [`oidcRPMetaDataOptions${name}`, value])),
    },
  };
}
