import { expect } from 'vitest';
import type { Answer } from '#tests/support/client.ts';
import { redeemCode } from '#tests/support/promotions.ts';
import { begin } from '#tests/support/subscriptions.ts';
import { findSubscriptionId, type Member, type Stage } from './histories.ts';
import { isRunning, type Kind, type Model, type Person } from './model.ts';

/** The setting of a step. */
export type Scene = { stage: Stage; model: Model; person: Person; member: Member; kind: Kind };

/** Takes the step in the portal and in the model; also a step that must be rejected. */
type Step = (scene: Scene) => Promise<void>;

const reason = { reason: 'a history' };

function expectStatus({ status, body }: Answer<unknown>, wanted: number | readonly number[], { stage }: Scene): void {
  expect([wanted].flat(), `${JSON.stringify(body)} after ${stage.done.join(', ')}`).toContain(status);
}

/** The steps of histories; a failure reports their names. */
export const steps: Record<string, Step> = {
  buy: async (scene) => {
    const { stage, model, person, member } = scene;
    const resourceId = stage.resources.purchase;
    const opened = await member.post<{ clientSecret: string }>('/api/create-payment-intent', { resourceId });
    const isOwned = person.bought || person.granted.has('purchase');
    if (!model.isListed.purchase) return expectStatus(opened, [404, 409], scene);
    expectStatus(opened, isOwned ? 409 : 200, scene);
    if (isOwned) return;
    await stage.portal.pay(opened.body.clientSecret);
    const paymentIntentId = opened.body.clientSecret.split('_secret_')[0] ?? '';
    expectStatus(await member.post('/api/complete-purchase', { resourceId, paymentIntentId }), 200, scene);
    stage.payments.set(member.userId, paymentIntentId);
    person.bought = true;
  },
  'be refunded by the provider': async ({ stage, person, member }) => {
    const payment_intent = stage.payments.get(member.userId);
    if (!person.bought || !payment_intent) return;
    await stage.portal.stripe.refunds.create({ payment_intent });
    await stage.portal.runWebhooks();
    person.bought = false;
  },
  'be given a resource': async (scene) => {
    const { stage, model, person, member, kind } = scene;
    const form = { ...reason, resourceId: stage.resources[kind] };
    const answer = await stage.administrator.post(`/api/admin/users/${member.userId}/grants`, form);
    if (!model.isListed[kind]) expectStatus(answer, [201, 404, 409], scene);
    else expectStatus(answer, person.granted.has(kind) ? 409 : 201, scene);
    if (answer.status === 201) person.granted.add(kind);
  },
  'lose what was given': async (scene) => {
    const { stage, person, member, kind } = scene;
    const grants = await stage.administrator.get<{ id: number; resourceId: number; isActive: boolean }[]>(
      `/api/admin/users/${member.userId}/grants`,
    );
    const live = grants.body.find(({ resourceId, isActive }) => isActive && resourceId === stage.resources[kind]);
    expect(live !== undefined).toBe(person.granted.has(kind));
    if (live) expectStatus(await stage.administrator.delete(`/api/admin/grants/${live.id}`), 200, scene);
    person.granted.delete(kind);
  },
  'get a seat of a resource': async (scene) => {
    const { stage, person, member, kind } = scene;
    const body = { kind: 'resource', resourceId: stage.resources[kind], people: [member.userId] };
    const answer = await stage.owner.post(`${stage.organisation}/seats/assign`, body);
    // A seat that moved to the other member in the last 30 days does not move again.
    expectStatus(answer, person.isInOrganisation ? [200, 409] : 404, scene);
    if (answer.status === 200) person.seats.add(kind);
  },
  'get a seat of the plan': async (scene) => {
    const { stage, person, member } = scene;
    const answer = await stage.owner.post(`${stage.organisation}/seats/assign`, {
      kind: 'plan',
      people: [member.userId],
    });
    expectStatus(answer, person.isInOrganisation ? 200 : 404, scene);
    if (answer.status === 200) person.seats.add('plan');
  },
  'lose a seat': async (scene) => {
    const { stage, person, member, kind } = scene;
    const { body } = await stage.owner.get<{ id: number; userId: number; resourceId: number | null }[]>(
      `${stage.organisation}/seats`,
    );
    const sought = kind === 'free' ? 'plan' : kind;
    const resourceId = sought === 'plan' ? null : stage.resources[sought];
    const seat = body.find((one) => one.userId === member.userId && one.resourceId === resourceId);
    expect(seat !== undefined).toBe(person.seats.has(sought));
    if (seat) expectStatus(await stage.owner.delete(`${stage.organisation}/seats/${seat.id}/person`), 200, scene);
    person.seats.delete(sought);
  },
  'leave the organisation': async (scene) => {
    const { stage, person, member } = scene;
    const answer = await member.delete(`${stage.organisation}/people/${member.userId}`);
    expectStatus(answer, person.isInOrganisation ? 200 : 404, scene);
    person.isInOrganisation = false;
    person.seats.clear();
  },
  'be blocked': async (scene) => {
    const { stage, person, member } = scene;
    const block = { ...reason, resourceId: stage.resources.subscription };
    const url = `/api/admin/users/${member.userId}/subscription/block-resource`;
    const answer = await stage.administrator.post(url, block);
    expectStatus(answer, scene.model.isListed.subscription ? [200, 409] : [200, 404, 409], scene);
    if (answer.status === 200) person.isBlocked = true;
  },
  'be unblocked': async (scene) => {
    const { stage, person, member } = scene;
    const url = `/api/admin/users/${member.userId}/subscription/block-resource/${stage.resources.subscription}`;
    expectStatus(await stage.administrator.delete(url), person.isBlocked ? 200 : [200, 404, 409], scene);
    person.isBlocked = false;
  },
  subscribe: async (scene) => {
    const { stage, model, person, member } = scene;
    const opened = await begin(member, stage.resources.subscription);
    if (!model.isListed.subscription) return expectStatus(opened, [404, 409], scene);
    expectStatus(opened, isRunning(person) ? 409 : 200, scene);
    if (isRunning(person)) return;
    await stage.portal.pay(opened.body.clientSecret);
    await stage.portal.runWebhooks();
    Object.assign(person, { subscription: 'running', isSuspended: false });
  },
  'cancel the subscription': async (scene) => {
    const answer = await scene.member.post(
      `/api/user/subscription/${await findSubscriptionId(scene.member)}/cancel`,
      {},
    );
    expectStatus(answer, isRunning(scene.person) ? 200 : [404, 409], scene);
    if (isRunning(scene.person)) scene.person.subscription = 'ending';
  },
  'take the cancellation back': async (scene) => {
    const { person, member } = scene;
    const answer = await member.post(`/api/user/subscription/${await findSubscriptionId(member)}/reactivate`, {});
    expectStatus(answer, isRunning(person) && !person.isSuspended ? 200 : [404, 409], scene);
    if (answer.status === 200) person.subscription = 'running';
  },
  'be suspended': async (scene) => {
    const { stage, person, member } = scene;
    const url = `/api/admin/subscriptions/${await findSubscriptionId(member)}/suspend`;
    expectStatus(await stage.administrator.post(url, reason), isRunning(person) ? 200 : [404, 409], scene);
    if (isRunning(person)) person.isSuspended = true;
  },
  'be reactivated': async (scene) => {
    const { stage, person, member } = scene;
    const url = `/api/admin/subscriptions/${await findSubscriptionId(member)}/reactivate`;
    expectStatus(await stage.administrator.post(url, {}), isRunning(person) ? 200 : [404, 409], scene);
    person.isSuspended = false;
  },
  'lose the subscription': async (scene) => {
    const { stage, person, member } = scene;
    const answer = await stage.administrator.delete(`/api/admin/users/${member.userId}/subscription`);
    expectStatus(answer, isRunning(person) ? 200 : [404, 409], scene);
    if (isRunning(person)) Object.assign(person, { subscription: 'ended', isSuspended: false });
  },
  'redeem the code': async (scene) => {
    const { stage, model, person, member } = scene;
    const answer = await redeemCode(member, stage.code);
    const isOpen = model.usesLeft > 0 && !isRunning(person) && !person.hadTrial;
    expectStatus(answer, isOpen ? 200 : 409, scene);
    if (!isOpen) return;
    model.usesLeft -= 1;
    Object.assign(person, { subscription: 'running', isSuspended: false, hadTrial: true });
  },
  'see a resource withdrawn': async (scene) => {
    const { stage, model, kind } = scene;
    const answer = await stage.administrator.delete(`/api/admin/resources/${stage.resources[kind]}`);
    expectStatus(answer, model.isListed[kind] ? 200 : 404, scene);
    model.isListed[kind] = false;
  },
  'be deleted': async (scene) => {
    expectStatus(await scene.stage.administrator.delete(`/api/users/${scene.member.userId}`), 200, scene);
    scene.person.isDeleted = true;
  },
};
