import type { InjectOptions } from 'fastify';
import type { NewDirectoryToken } from '#contract/organisations/directory.ts';
import type { JsonObject } from './client.ts';
import type { Company } from './company.ts';
import { seatedOrganisation } from './organisations.ts';
import type { TestPortal } from './portal.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type ScimAnswer = { status: number; headers: Record<string, unknown>; body: JsonObject };

/** A User in the form in which both Entra and Okta add one. */
export function scimUser<More extends object>(name: string, domain: string, more = {} as More) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: `${name}@${domain}`,
    name: { givenName: name, familyName: 'Fairbourne' },
    emails: [{ primary: true, value: `${name}@${domain}`, type: 'work' }],
    active: true,
    ...more,
  };
}

export const patchOf = (...operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});

let domains = 0;

/** An organisation with a proven domain, a second owner and a token of its directory. */
export async function organisationWithDirectory(portal: TestPortal) {
  const organisation = await seatedOrganisation(portal, 'owner');
  domains += 1;
  const domain = `northmere-${domains}.example`;
  await portal.database.pool.query(
    `insert into organisation_domains (organisation_id, domain, dns_secret, proven_at, dns_proven_at)
     values ($1, $2, repeat('s', 43), now(), now())`,
    [organisation.id, domain],
  );
  const made = await organisation.owner.post<NewDirectoryToken>(`${organisation.path}/directory/tokens`, {
    name: 'Entra 2026',
  });
  if (made.status !== 201) throw new Error(`No token was made: ${JSON.stringify(made.body)}`);
  const { token } = made.body;
  const scimPath = `/scim/v2/${organisation.id}`;
  /** Sends bytes or an object as the directory does. */
  const scim = async (
    method: Method,
    path: string,
    payload?: object | string,
    headers: Record<string, string> = {},
  ): Promise<ScimAnswer> => {
    const usual = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' };
    const options: InjectOptions = { method, url: `${scimPath}${path}`, headers: { ...usual, ...headers } };
    const reply = await portal.app.inject({ ...options, ...(payload !== undefined && { payload }) });
    return { status: reply.statusCode, headers: reply.headers, body: reply.body === '' ? {} : reply.json() };
  };
  /** Adds a person through the directory; returns the id. */
  const add = async (name: string, more: object = {}) => {
    const { status, body } = await scim('POST', '/Users', scimUser(name, domain, more));
    if (status !== 201) throw new Error(`${name} was not added: ${JSON.stringify(body)}`);
    return String(body.id);
  };
  /** Adds a member of the organisation with an address in the domain; the directory knows nothing of the person. */
  const addInside = async (name: string, role: 'owner' | 'manager' | 'learner' = 'learner') => {
    const person = await portal.member();
    await portal.database.pool.query('update users set email = $2, email_verified_at = now() where id = $1', [
      person.userId,
      `${name}@${domain}`,
    ]);
    await portal.database.pool.query(
      'insert into organisation_people (user_id, organisation_id, role) values ($1, $2, $3)',
      [person.userId, organisation.id, role],
    );
    return person;
  };
  return { ...organisation, domain, token, tokenId: made.body.id, scimPath, scim, addUser: add, addInside };
}

export type DirectoryOrganisation = Awaited<ReturnType<typeof organisationWithDirectory>>;

/** Gives an organisation a token of its directory. @returns the calls of the directory */
export async function connectDirectory(
  portal: TestPortal,
  { owner, path, id }: Pick<Company, 'owner' | 'path' | 'id'>,
) {
  const made = await owner.post<NewDirectoryToken>(`${path}/directory/tokens`, { name: 'Entra' });
  return async (method: 'POST' | 'PATCH' | 'DELETE', at: string, payload: object) => {
    const reply = await portal.app.inject({
      method,
      url: `/scim/v2/${id}${at}`,
      payload,
      headers: { authorization: `Bearer ${made.body.token}`, 'content-type': 'application/scim+json' },
    });
    return { status: reply.statusCode, body: reply.json() as Record<string, unknown> };
  };
}

/** Returns the path of the list of users with a filter. */
export const filtered = (filter: string) => `/Users?filter=${encodeURIComponent(filter)}`;
