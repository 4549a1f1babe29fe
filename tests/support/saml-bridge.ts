import { client, openIdSettings } from './lemonldap.ts';
import { fillPages, type Keys, type LemonServer, prepareLemonServer } from './lemonldap-server.ts';
import { type AnyCounterpart, browse, comeBy, type Form, openLoopback, type Person } from './openid.ts';

/** A person's way through the bridge. */
type Way = {
  /** Cookies of the browser, which is a fresh one without them. */
  jar?: Map<string, string>;
  /** The part of the portal's addresses at which the way ends; the callbacks without it. */
  until?: string;
  /** Takes note of each page. */
  see?: (page: string) => void;
  /** Changes the SAML answer between the company's provider and the bridge. */
  change?: (xml: string) => string;
};

export type SamlBridge = Omit<AnyCounterpart, 'answerFor' | 'allow'> & {
  allow(redirectUri: string): Promise<void>;
  answerFor(address: string, person: Person, way?: Way): Promise<string>;
  /** Starts the bridge again with other options for the company's provider (`samlIDPMetaDataOptions…`). */
  configure(options: Record<string, unknown>): Promise<void>;
  /** The company's SAML identity provider. */
  company: LemonServer;
  bridge: LemonServer;
};

/**
 * Starts two servers of LemonLDAP::NG: a company's SAML identity provider, and a bridge, which is the service provider of
 * the former and the portal's OpenID Connect provider. docs/publisher/company-sign-in.md explains the settings.
 * @param folder the unpacked packages
 */
export async function startSamlBridge(folder: string): Promise<SamlBridge> {
  const company = await prepareLemonServer(folder, 'company');
  const bridge = await prepareLemonServer(folder, 'bridge');
  const outbound = openLoopback();
  let redirect = `${bridge.address}none`;
  let metadata = '';
  const configure: SamlBridge['configure'] = (options) =>
    bridge.start({ ...openIdSettings(bridge.keys, redirect), ...bridgeSettings(bridge.keys, metadata, options) });
  const allow: SamlBridge['allow'] = (redirectUri) => {
    redirect = redirectUri;
    return configure({});
  };
  const answerFor: SamlBridge['answerFor'] = async (address, person, { see, change, ...way } = {}) => {
    await company.keep(person);
    const fill = fillPages(person.sub);
    const look = (page: string) => {
      see?.(page);
      return changeAnswer(fill(page), change);
    };
    return browse(address, { ...way, fill: look });
  };
  const close = async () => {
    await company.close();
    await bridge.close();
    await outbound.close();
  };
  try {
    await company.start(companySettings(company.keys));
    metadata = await metadataOf(company, 'idp');
    await configure({});
    await company.start(companySettings(company.keys, await metadataOf(bridge, 'sp')));
  } catch (error) {
    await close();
    throw error;
  }
  const { address: issuer } = bridge;
  return { issuer, ...client, outbound, allow, configure, answerFor, come: comeBy(answerFor), company, bridge, close };
}

const metadataOf = async ({ address }: LemonServer, role: 'idp' | 'sp') =>
  (await fetch(`${address}saml/metadata/${role}`)).text();

const samlKeys = ({ privateKey, publicKey }: Keys) => ({
  samlServicePrivateKeySig: privateKey,
  samlServicePublicKeySig: publicKey,
});

/** Attributes of a person in SAML answers. The parts of a value are: mandatory, name, format, friendly name. */
const attributes = { mail: '0;mail;;', givenName: '0;givenName;;', sn: '0;sn;;' };

/** Settings of the company's provider; the service provider is added when its metadata are known. */
function companySettings(keys: Keys, metadata?: string): Record<string, unknown> {
  const serviceProvider = {
    samlSPMetaDataXML: { bridge: { samlSPMetaDataXML: metadata } },
    samlSPMetaDataExportedAttributes: { bridge: { ...attributes, uid: '0;uid;;' } },
    samlSPMetaDataOptions: {
      bridge: {
        samlSPMetaDataOptionsCheckSSOMessageSignature: 1,
        samlSPMetaDataOptionsCheckSLOMessageSignature: 1,
        // For answers that the bridge has not asked for.
        samlSPMetaDataOptionsEnableIDPInitiatedURL: 1,
      },
    },
  };
  return { ...samlKeys(keys), issuerDBSAMLActivation: 1, ...(metadata && serviceProvider) };
}

/** Settings of the bridge beside those of an OpenID Connect provider. */
function bridgeSettings(keys: Keys, metadata: string, options: Record<string, unknown>): Record<string, unknown> {
  return {
    ...samlKeys(keys),
    authentication: 'SAML',
    passwordDB: 'Null',
    timeout: 600,
    portalForceAuthnInterval: 600,
    issuersTimeout: 600,
    samlIDPMetaDataXML: { company: { samlIDPMetaDataXML: metadata } },
    samlIDPMetaDataExportedAttributes: { company: attributes },
    samlIDPMetaDataOptions: {
      company: {
        samlIDPMetaDataOptionsNameIDFormat: 'persistent',
        samlIDPMetaDataOptionsForceAuthn: 1,
        // The Manager saves the following ones as on unless they are switched off.
        samlIDPMetaDataOptionsCheckSSOMessageSignature: 1,
        samlIDPMetaDataOptionsCheckSLOMessageSignature: 1,
        samlIDPMetaDataOptionsCheckTime: 1,
        samlIDPMetaDataOptionsCheckAudience: 1,
        ...options,
      },
    },
  };
}

/** Changes the SAML answer in a form that has one. */
function changeAnswer(form: Form | null, change?: (xml: string) => string): Form | null {
  const answer = form?.fields.get('SAMLResponse');
  if (answer && change)
    form?.fields.set('SAMLResponse', Buffer.from(change(Buffer.from(answer, 'base64').toString())).toString('base64'));
  return form;
}
