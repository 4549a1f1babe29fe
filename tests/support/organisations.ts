import type { OrganisationRole } from '#contract/organisations/organisations.ts';
import type { SeatLot } from '#contract/organisations/organisations-admin.ts';
import type { Client } from './client.ts';
import type { TestPortal } from './portal.ts';
import { verifiedMember } from './promotions.ts';

export type Person = Client & { userId: number };

/** Adds an organisation with its owner and one more person for each role, and an administrator who gives it seats. */
export async function seatedOrganisation(portal: TestPortal, ...roles: OrganisationRole[]) {
  const administrator: Person = await portal.administrator();
  const owner: Person = await verifiedMember(portal);
  const { body } = await owner.post<{ id: number }>('/api/organisations', {
    name: `Northmere ${owner.userId}`,
  });
  // Confirmed, so that it can order by invoice (SEAT-02); all have the same name, which the call would refuse (ORG-01).
  await portal.database.pool.query(
    `update organisations set name = 'Northmere Council', confirmed_at = now() where id = $1`,
    [body.id],
  );
  const add = async (role: OrganisationRole): Promise<Person> => {
    const person = await portal.member();
    await portal.database.pool.query(
      'insert into organisation_people (user_id, organisation_id, role) values ($1, $2, $3)',
      [person.userId, body.id, role],
    );
    return person;
  };
  const others: Person[] = [];
  for (const role of roles) others.push(await add(role));
  const adminPath = `/api/admin/organisations/${body.id}`;
  return {
    id: body.id,
    path: `/api/organisations/${body.id}`,
    adminPath,
    administrator,
    owner,
    others,
    add,
    /** Gives seats of a resource, or of the plan without one. */
    give: async (seats: number, resourceId: number | null = null, endsOn: string | null = null) => {
      const kind = resourceId === null ? 'plan' : 'resource';
      const form = { kind, resourceId, seats, reason: 'For the pilot', endsOn };
      const given = await administrator.post<SeatLot>(`${adminPath}/seats`, form);
      if (given.status !== 201) throw new Error(`No seats were given: ${JSON.stringify(given.body)}`);
      return given.body;
    },
  };
}
