import { expect } from 'vitest';
import type { Client } from '../support/client.ts';
import { insertResource } from '../support/factories.ts';
import type { PayingPortal } from '../support/payments.ts';
import { type codeMaker, verifiedMember } from '../support/promotions.ts';
import { addSubscriptionResource, subscriptionOf } from '../support/subscriptions.ts';
import { type Kind, kinds, type Model, mayOpen } from './model.ts';

export type Member = Client & { userId: number };

/** What a history happens to: two members, three resources and a code of their own, in a portal that others share. */
export type Stage = {
  portal: PayingPortal;
  administrator: Client;
  members: [Member, Member];
  resources: Record<Kind, number>;
  code: string;
  /** The last payment of each member for the resource that is for sale. */
  payments: Map<number, string>;
  /** What was done, for a failure to tell. */
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
  return { portal, administrator, members, resources, code, payments: new Map(), done: [] };
}

type NewCode = Awaited<ReturnType<typeof codeMaker>>;

/** Compares the portal's answer to every member about every resource with the model. */
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

/** The subscription that runs, or ran last; an id that does not exist when there was none. */
export async function subscriptionIdOf(member: Member): Promise<number> {
  return (await subscriptionOf(member))?.id ?? 2_147_483_647;
}
