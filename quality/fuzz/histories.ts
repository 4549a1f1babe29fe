import { expect } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { insertResource } from '#tests/support/factories.ts';
import type { PayingPortal } from '#tests/support/payments.ts';
import { type codeMaker, verifiedMember } from '#tests/support/promotions.ts';
import { addSubscriptionResource, subscriptionOf } from '#tests/support/subscriptions.ts';
import { type Kind, kinds, type Model, mayOpen } from './model.ts';

export type Member = Client & { userId: number };

/** The setting of a history: two members, three resources and a separate code, in a portal that others share. */
export type Stage = {
  portal: PayingPortal;
  administrator: Client;
  members: [Member, Member];
  resources: Record<Kind, number>;
  code: string;
  /** The owner of the organisation of both members, and its path in the API; it has enough seats for both. */
  owner: Member;
  organisation: string;
  /** The last payment of each member for the resource that is for sale. */
  payments: Map<number, string>;
  /** Names of the steps, for the message of a failure. */
  done: string[];
};

export async function setStage(portal: PayingPortal, administrator: Client, newCode: NewCode): Promise<Stage> {
  const members: Stage['members'] = [await verifiedMember(portal), await verifiedMember(portal)];
  const resources = {
    purchase: await portal.addResource(),
    subscription: await addSubscriptionResource(portal),
    free: (await insertResource(portal.database)).id,
  };
  const { code } = await newCode({ usageLimit: 1 });
  const owner = await verifiedMember(portal);
  const { body } = await owner.post<{ id: number }>('/api/organisations', { name: 'A history' });
  for (const { userId } of members) {
    const place = [userId, body.id];
    await portal.rows(
      `insert into organisation_people (user_id, organisation_id, role) values ($1, $2, 'learner')`,
      place,
    );
  }
  for (const resourceId of [null, ...Object.values(resources)]) {
    const seats = { kind: resourceId === null ? 'plan' : 'resource', resourceId, seats: 2, reason: 'A history' };
    const given = await administrator.post(`/api/admin/organisations/${body.id}/seats`, seats);
    expect(given.status).toBe(201);
  }
  const organisation = `/api/organisations/${body.id}`;
  return { portal, administrator, members, resources, code, owner, organisation, payments: new Map(), done: [] };
}

type NewCode = Awaited<ReturnType<typeof codeMaker>>;

/** Compares the portal's access decisions for every member and resource with the model. */
export async function expectAccess(stage: Stage, model: Model): Promise<void> {
  for (const [index, person] of model.people.entries()) {
    const member = stage.members[index as 0 | 1];
    const query = kinds.map((kind) => `resourceId=${stage.resources[kind]}`).join('&');
    const { status, body } = await member.get<{ resourceId: number; hasAccess: boolean }[]>(
      `/api/user/resource-access?${query}`,
    );
    const step = `member ${index} after ${stage.done.join(', ')}`;
    expect(status, step).toBe(person.isDeleted ? 401 : 200);
    if (person.isDeleted) continue;
    const opened = new Set(body.filter(({ hasAccess }) => hasAccess).map(({ resourceId }) => resourceId));
    const seen = kinds.map((kind) => [kind, opened.has(stage.resources[kind])]);
    expect(seen, step).toEqual(kinds.map((kind) => [kind, mayOpen(model, person, kind)]));
  }
}

/** Returns the id of the current or last subscription; an id that does not exist when there was none. */
export async function findSubscriptionId(member: Member): Promise<number> {
  return (await subscriptionOf(member))?.id ?? 2_147_483_647;
}
