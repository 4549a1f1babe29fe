import type { Discovery } from '#contract/identity/connections.ts';
import type { Provider } from '#server/platform/security/openid.ts';
import type { ProviderDocument } from '#server/platform/security/openid-document.ts';
import type { ConnectionRow } from './connection-actions.ts';

/** Calls to the providers of connections. */
export type Providers = {
  of(row: ConnectionRow): Promise<Provider>;
  /** Reads the discovery document of an issuer, for a form. */
  lookUp(organisationId: number | null, issuer: string): Promise<Discovery>;
  /**
   * Reads the document of an issuer that is about to be saved.
   * @throws connections.issuer-wrong, connections.issuer-for-all, connections.issuer-unreachable,
   * connections.issuer-other, connections.issuer-unusable
   */
  require(organisationId: number | null, issuer: string): Promise<ProviderDocument>;
};
