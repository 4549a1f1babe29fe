import { listResponse, longestPage, schemas } from './response-rules.ts';

// Descriptions of this server for the directory's program (RFC 7643, sections 5 to 7). Groups are not supported.

type Attribute = Record<string, unknown> & { name: string };

function attribute(name: string, description: string, more: Record<string, unknown> = {}): Attribute {
  return {
    name,
    type: 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...more,
  };
}

const userSchema = {
  id: schemas.user,
  name: 'User',
  description: 'A person of the directory',
  attributes: [
    attribute('userName', 'The name by which the directory knows the person', { required: true, uniqueness: 'server' }),
    attribute('name', 'The parts of the name', {
      type: 'complex',
      subAttributes: [
        attribute('formatted', 'The whole name'),
        attribute('familyName', 'Last name'),
        attribute('givenName', 'First name'),
      ],
    }),
    attribute('displayName', 'The name that owners read'),
    attribute('emails', 'Email addresses in the verified domains of the organisation', {
      type: 'complex',
      multiValued: true,
      subAttributes: [
        attribute('value', 'The address'),
        attribute('display', 'The address for people'),
        attribute('type', 'The kind', { canonicalValues: ['work', 'home', 'other'] }),
        attribute('primary', 'Whether it is the address of the person', { type: 'boolean' }),
      ],
    }),
    attribute('active', 'Whether the person is in the organisation', { type: 'boolean' }),
  ],
};

const portalSchema = {
  id: schemas.portal,
  name: 'Portal',
  description: 'The account of the person at this portal',
  attributes: [
    attribute('account', 'How the person got in: by a new account, an account that existed, or an invitation', {
      canonicalValues: ['made', 'existed', 'invited'],
      mutability: 'readOnly',
    }),
  ],
};

const schemaUrn = 'urn:ietf:params:scim:schemas:core:2.0';

export function providerConfig(url: string) {
  const unsupported = { supported: false };
  return {
    schemas: [`${schemaUrn}:ServiceProviderConfig`],
    documentationUri: 'https://www.rfc-editor.org/rfc/rfc7644',
    patch: { supported: true },
    bulk: { ...unsupported, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: longestPage },
    changePassword: unsupported,
    sort: unsupported,
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Token',
        description: 'A token that an owner of the organisation makes in its settings',
        specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${url}/ServiceProviderConfig` },
  };
}

const listOf = (resources: readonly unknown[]) => listResponse(resources, { total: resources.length, startIndex: 1 });

function resourceType(url: string) {
  return {
    schemas: [`${schemaUrn}:ResourceType`],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'People of the directory',
    schema: schemas.user,
    schemaExtensions: [{ schema: schemas.portal, required: false }],
    meta: { resourceType: 'ResourceType', location: `${url}/ResourceTypes/User` },
  };
}

/** Returns the resource types, or the named one; null for an unknown name. */
export function resourceTypes(url: string, name?: string): object | null {
  if (name === undefined) return listOf([resourceType(url)]);
  return name === 'User' ? resourceType(url) : null;
}

/** Returns the schemas, or the one with this id; null for an unknown id. */
export function schemasOf(url: string, id?: string): object | null {
  const all = [userSchema, portalSchema].map((schema) => ({
    schemas: [`${schemaUrn}:Schema`],
    ...schema,
    meta: { resourceType: 'Schema', location: `${url}/Schemas/${schema.id}` },
  }));
  return id === undefined ? listOf(all) : (all.find((schema) => schema.id === id) ?? null);
}

export const noGroups = () => listOf([]);
