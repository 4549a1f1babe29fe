import { fail } from '#server/platform/failure.ts';
import type { OutboundCalls } from '#server/platform/outbound.ts';
import { createProvider, fetchDocument, type Provider, ProviderAway } from '#server/platform/security/openid.ts';
import { discoveryAddress, type ProviderDocument } from '#server/platform/security/openid-document.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import type { ConnectionRow } from '../connection-actions.ts';
import { assessDocument } from '../discovery.ts';
import { openClientProof } from '../key-actions.ts';
import type { Providers } from '../provider-actions.ts';
import { issuerRejection } from '../rules.ts';

type Outside = {
  outbound: OutboundCalls;
  sealer: Sealer;
  publicUrl: string;
  isDemo: boolean;
  /** The secret of the connection that environment variables set; null without one. */
  operatorSecret: string | null;
};

/** Maximum number of providers that one node caches, with their documents and keys. */
const mostRemembered = 200;

export function openProviders({ outbound, sealer, publicUrl, isDemo, operatorSecret }: Outside): Providers {
  const remembered = new Map<string, { version: number; provider: Promise<Provider> }>();
  // Owners of organisations reach public addresses only; what administrators enter may lead to the operator's networks.
  const fetchFor = (organisationId: number | null) =>
    organisationId === null ? outbound.portal.fetch : outbound.public.fetch;

  async function make(row: ConnectionRow): Promise<Provider> {
    return createProvider({
      issuer: row.issuer,
      clientId: row.client_id,
      proof: await openClientProof(sealer, row, operatorSecret),
      scopes: row.scopes,
      emailClaim: row.email_claim,
      redirectUri: `${publicUrl}/api/sso/${row.id}/callback`,
      fetch: fetchFor(row.organisation_id),
    });
  }

  const read = async (organisationId: number | null, issuer: string) => {
    const rejection = issuerRejection(issuer, isDemo);
    if (rejection) throw fail(rejection);
    try {
      return await fetchDocument(issuer, fetchFor(organisationId));
    } catch (error) {
      if (!(error instanceof ProviderAway)) throw error;
      throw fail('connections.issuer-unreachable', { address: discoveryAddress(issuer), reason: reasonIn(error) });
    }
  };

  return {
    of: (row) => {
      const version = row.updated_at.getTime();
      const known = remembered.get(row.id);
      if (known?.version === version) return known.provider;
      const provider = make(row);
      remembered.delete(row.id);
      remembered.set(row.id, { version, provider });
      const [oldest] = remembered.keys();
      if (remembered.size > mostRemembered && oldest) remembered.delete(oldest);
      return provider;
    },
    lookUp: async (organisationId, issuer) => {
      try {
        return assessDocument(await read(organisationId, issuer), issuer);
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        const findings = [{ level: 'problem' as const, sentence: error.message }];
        return { issuer: null, isUsable: false, algorithms: [], sendsLogouts: false, findings };
      }
    },
    require: async (organisationId, issuer) => {
      const document = await read(organisationId, issuer);
      const { isUsable, issuer: found } = assessDocument(document, issuer);
      if (found !== issuer) throw fail('connections.issuer-other', { found: found ?? 'none' });
      if (!isUsable) throw fail('connections.issuer-unusable');
      // Safe cast, because the document is complete.
      return document as ProviderDocument;
    },
  };
}

/** Returns the reason why a provider cannot be reached, without details of the internal network. */
function reasonIn(error: ProviderAway): string {
  if (/status \d+|no JSON|not allowed|bytes/.test(error.message)) return error.message;
  return /time/i.test(error.message) ? 'it does not answer in time' : 'it does not answer';
}
