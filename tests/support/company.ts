import { expect } from 'vitest';
import type { CompanyConnection, CompanySignIns } from '#contract/organisations/company-sign-in.ts';
import type { AnyCounterpart, Person } from './openid.ts';
import { type Person as Member, seatedOrganisation } from './organisations.ts';
import type { TestPortal } from './portal.ts';

export type Company = {
  domain: string;
  path: string;
  id: number;
  owner: Member;
  connectionId: string;
  connectionPath: string;
  /** Returns a person at the provider with an email address in the company's domain. */
  person(name: string, claims?: Record<string, unknown>): Person;
  show(by?: Member): Promise<CompanyConnection>;
};

let companies = 0;

/** Adds an organisation with a proven domain, in the state in which a DNS check leaves it. */
export async function provenOrganisation(portal: TestPortal, ...roles: ('manager' | 'learner')[]) {
  companies += 1;
  const organisation = await seatedOrganisation(portal, ...(roles as 'manager'[]));
  const domain = `fairbourne-${companies}.example`;
  const added = await organisation.owner.post(`${organisation.path}/domains`, { domain });
  await portal.database.pool.query(
    'update organisation_domains set proven_at = now(), dns_proven_at = now() where id = $1',
    [added.body.id],
  );
  return { ...organisation, domain, domainId: Number(added.body.id) };
}

/**
 * Adds an organisation with a connection that its owner has tested and activated.
 * @param claimsAt returns further claims of all its people, for the organisation's domain
 */
export async function connectedCompany(
  portal: TestPortal,
  counterpart: AnyCounterpart,
  form: Record<string, unknown> = {},
  claimsAt: (domain: string) => Record<string, unknown> = () => ({}),
): Promise<Company> {
  const { owner, path, id, domain } = await provenOrganisation(portal);
  const added = await owner.post<CompanyConnection>(`${path}/connections`, {
    name: 'Fairbourne account',
    issuer: counterpart.issuer,
    clientId: counterpart.clientId,
    clientSecret: counterpart.clientSecret,
    ...form,
  });
  expect(added.body).toMatchObject({ state: 'draft' });
  const connectionId = added.body.id;
  const connectionPath = `${path}/connections/${connectionId}`;
  await counterpart.allow(added.body.redirectAddress, {
    backchannel_logout_uri: added.body.backChannelLogoutAddress,
    backchannel_logout_session_required: true,
  });
  const person = (name: string, claims: Record<string, unknown> = {}): Person => ({
    sub: `subject-${name}-${id}`,
    claims: { email: `${name}@${domain}`, given_name: name, family_name: 'Castellane', ...claimsAt(domain), ...claims },
  });
  const test = await owner.post(`${connectionPath}/test`);
  const tested = await owner.get(await counterpart.answerFor(String(test.body.address), person('Tester')), {
    accept: 'text/html',
  });
  expect(tested.headers.location).toBe(`/connection-test?connection=${connectionId}`);
  expect((await owner.post<CompanyConnection>(`${connectionPath}/activate`)).body).toMatchObject({ state: 'active' });
  const show = async (by: Member = owner) => {
    const { body } = await by.get<CompanySignIns>(`${path}/connections`);
    const found = body.connections.find((one) => one.id === connectionId);
    if (!found) throw new Error('The connection is gone');
    return found;
  };
  return { domain, path, id, owner, connectionId, connectionPath, person, show };
}
