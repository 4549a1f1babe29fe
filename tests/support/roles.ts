import { createHash, randomBytes } from 'node:crypto';
import type { Purchase } from '#contract/commerce/purchases.ts';
import type { Dependencies } from '#server/app/app.ts';
import { fileOf, usualContent } from '#server/catalogue/content/rules.ts';
import { oneQuestion, publishCheck, startAttempt, takeCheck } from './checks.ts';
import { type Answer, Client } from './client.ts';
import {
  insertArticle,
  insertDocument,
  insertGrant,
  insertProduct,
  insertPurchase,
  insertResource,
} from './factories.ts';
import type { Program } from './keys.ts';
import { pathOf, textStep } from './paths.ts';
import { createPayingPortal, type PayingPortal } from './payments.ts';
import { codeMaker, verifiedMember } from './promotions.ts';
import { insertConnections, requireOfPerson } from './role-connections.ts';
import { addDirectories, type RoleDirectories } from './role-directories.ts';
import { assistantValues, insertWebhook, keyValues, makePrograms } from './role-programs.ts';
import { insertRounds } from './rounds.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import { subscribe } from './subscriptions.ts';
import { insertTool, tokenFor } from './tools.ts';

export const roles = ['anonymous', 'member', 'other_member', 'suspended_member', 'administrator'] as const;
export type Role = (typeof roles)[number];

/** Callers in the rows about organisations, beside the roles (ORG-08). */
export const organisationCallers = ['owner', 'manager', 'learner', 'foreign_owner', 'removed_learner'] as const;
export type OrganisationCaller = (typeof organisationCallers)[number];

/** Portal with one person of every role and the objects that the authorisation matrix names. */
export type Roles = {
  portal: PayingPortal;
  snapshot: Snapshot;
  /** Values by their names in the matrix's braces, such as `resource.paid.id`. */
  values: Record<string, string | number>;
  /** Returns a new browser with the session of a role; without one for visitors. */
  clientOf(role: Role | OrganisationCaller): Client;
  /** The program of that role, with every scope of its kind of key; null for visitors. */
  programOf(role: Role | OrganisationCaller): Program | null;
  directories: RoleDirectories;
  /**
   * Clients with the cookies of people without a valid session: signed out, expired, with an older password, deleted,
   * or of a company that requires its sign-in since.
   */
  deadClients: Record<string, Client>;
  close(): Promise<void>;
};

/** Password of every person. */
export const rolePassword = 'portal-demo';
/** Builds the portal, through the API wherever that is possible. */
export async function createRoles(replaced: Partial<Dependencies> = {}): Promise<Roles> {
  const portal = await createPayingPortal({ replaced });
  const organisation = await createOrganisation(portal);
  const people = {
    ...organisation.people,
    member: await subscribe(portal),
    other_member: { member: await verifiedMember(portal) },
    suspended_member: await subscribe(portal),
    administrator: { member: await portal.administrator() },
  };
  const administrator = people.administrator.member;
  // A free trial requires a verified email address (ACCT-06), and product news a reader (NEWS-02).
  await portal.rows('update users set email_verified_at = now(), marketing_emails = true where id = $1', [
    administrator.userId,
  ]);
  const suspension = `/api/admin/subscriptions/${people.suspended_member.id}/suspend`;
  expectOk(await administrator.post(suspension, { reason: 'test' }));
  const values: Roles['values'] = {
    'resource.subscription.id': people.member.resourceId,
    'member.subscription.id': people.member.id,
    'suspended_member.subscription.id': people.suspended_member.id,
    good_password: 'a longer pass phrase',
    random_token: randomBytes(32).toString('base64url'),
    ...organisation.values,
    ...(await insertWebhook(portal, organisation.id, 'organisation.')),
    ...(await insertWebhook(portal, null, '')),
    ...(await scratchValues(portal)),
    ...(await memberValues(portal, people.member.member, administrator)),
  };
  Object.assign(values, await certificateOf(portal, people.member.member, values));
  Object.assign(values, await insertChecks(people.member.member, administrator, values));
  for (const [role, { member }] of Object.entries(people)) {
    const { email, id } = (await member.get<{ email: string; id: number }>('/api/user')).body;
    Object.assign(values, { [`${role}.id`]: id, [`${role}.email`]: email });
  }
  expectOk(await administrator.put('/api/admin/portal-settings', { assistantsMayConnect: true }));
  const programs = await makePrograms(portal, people, organisation.values);
  Object.assign(values, await keyValues(portal, values));
  Object.assign(values, await assistantValues(portal, values));
  const directories = await addDirectories(portal, values);
  const deadClients = await makeDeadClients(portal, administrator);
  await silenceWebhooks(portal);
  const snapshot = await takeSnapshot(portal.database);
  const cookies = new Map(Object.entries(people).map(([role, { member }]) => [role, member.cookies]));
  const clientOf: Roles['clientOf'] = (role) => clientWith(portal, cookies.get(role) ?? {});
  const programOf: Roles['programOf'] = (role) => programs.get(role) ?? null;
  return { portal, snapshot, values, clientOf, programOf, directories, deadClients, close: portal.close };
}

/**
 * Creates an organisation with the callers and objects that the matrix's rows about organisations need, and another one
 * with a foreign owner.
 */
async function createOrganisation(portal: PayingPortal) {
  const person = async () => ({ member: await verifiedMember(portal) });
  const people = {
    owner: await person(),
    manager: await person(),
    learner: await person(),
    foreign_owner: await person(),
    removed_learner: await person(),
  };
  const [second, scratch] = [await person(), await person()];
  const found = async (owner: Client, name: string) => {
    const made = await owner.post<{ id: number }>('/api/organisations', { name });
    expectOk(made);
    return made.body.id;
  };
  const id = await found(people.owner.member, 'Northmere Borough Council');
  await found(people.foreign_owner.member, 'Harbour Trust');
  const joined = [
    [people.manager, 'manager'],
    [people.learner, 'learner'],
    [people.removed_learner, 'learner'],
    [second, 'owner'],
    [scratch, 'learner'],
  ] as const;
  for (const [{ member }, role] of joined) {
    await portal.rows('insert into organisation_people (user_id, organisation_id, role) values ($1, $2, $3)', [
      member.userId,
      id,
      role,
    ]);
  }
  const removed = people.removed_learner.member.userId;
  expectOk(await people.owner.member.delete(`/api/organisations/${id}/people/${removed}`));
  const token = randomBytes(32).toString('base64url');
  const [invitation] = await portal.rows(
    `insert into organisation_invitations (organisation_id, email, role, secret_hash, asked_at)
     values ($1, 'someone.else@example.org', 'learner', $2, now() - interval '1 hour') returning id`,
    [id, createHash('sha256').update(token).digest()],
  );
  // An order by invoice that was begun; nothing was sent.
  const [order] = await portal.rows(
    `insert into payment_attempts (user_id, resource_id, organisation_id, seats, amount_minor, currency, billing)
     values ($1, $2, $3, 2, 4000, 'GBP', '{}') returning id`,
    [people.owner.member.userId, await portal.addResource(), id],
  );
  const [domain] = await portal.rows(
    `insert into organisation_domains (organisation_id, domain, dns_secret, joining, proven_at, dns_proven_at)
     values ($1, 'northmere.example', repeat('s', 43), 'ask', now(), now()) returning id`,
    [id],
  );
  const requester = await person();
  await portal.rows(`update users set email = 'requester@northmere.example' where id = $1`, [requester.member.userId]);
  expectOk(await requester.member.post(`/api/organisations/${id}/join`));
  // The organisation gets three seats, and one of them is in use.
  const [lot] = await portal.rows(
    `insert into seat_lots (organisation_id, seats, reason) values ($1, 3, 'For the matrix') returning id`,
    [id],
  );
  const [seat] = await portal.rows(
    `insert into seats (lot_id, user_id, assigned_at) values ($1, $2, now()), ($1, null, null), ($1, null, null) returning id`,
    [lot?.id, scratch.member.userId],
  );
  // A learner has gone through an assigned resource, and has not confirmed it.
  const { id: resourceId } = await insertResource(portal.database);
  const learner = people.learner.member;
  const [assignment] = await portal.rows(
    `insert into assignments (organisation_id, user_id, resource_id, due_on, asks_confirmation)
     values ($1, $2, $3, current_date + 30, true) returning id`,
    [id, learner.userId, resourceId],
  );
  expectOk(await learner.put(`/api/resources/${resourceId}/finished`, { isFinished: true }));
  const invited = [...Object.values(people).slice(0, 3), second, scratch].map(({ member }) => member.userId);
  const values: Roles['values'] = {
    ...(await insertRounds(portal.database, id, invited)),
    ...(await insertConnections(portal, id)),
    'organisation.id': id,
    'organisation.assignment.id': Number(assignment?.id),
    'organisation.resource.id': resourceId,
    'organisation.domain.id': Number(domain?.id),
    'organisation.requester.id': requester.member.userId,
    'organisation.lot.id': Number(lot?.id),
    'organisation.seat.id': Number(seat?.id),
    'organisation.order.id': Number(order?.id),
    'organisation.person.id': scratch.member.userId,
    'organisation.second_owner.id': second.member.userId,
    'organisation.invitation.id': Number(invitation?.id),
    'organisation.invitation.token': token,
  };
  return { id, people, values };
}

/** Creates objects that belong to no role, so that they can be changed and deleted. */
async function scratchValues(portal: PayingPortal): Promise<Roles['values']> {
  const { database } = portal;
  const resource = await insertResource(database);
  const subscriber = await subscribe(portal);
  const { userId } = subscriber.member;
  expectOk(await subscriber.member.post('/api/user/refund-requests', { reason: 'test' }));
  await database.pool.query('update users set email_verified_at = now() where id = $1', [userId]);
  const { rows } = await database.pool.query(
    `select (select max(id) from refund_requests) as request, (select max(id) from sign_in_sessions) as sign_in,
       email from users where id = $1`,
    [userId],
  );
  await database.pool.query(
    `insert into stripe_events (id, type, object_id, parked_at) values ('evt_parked', 'charge.updated', 'ch_1', now())`,
  );
  const imports = await database.pool.query(
    `insert into catalogue_imports (file_name, format, bytes, blob_id, state, row_count)
     values ('catalogue.csv', 'csv', 100, gen_random_uuid(), 'checked', 1) returning id`,
  );
  const { words, assessment } = usualContent;
  const renamed = {
    ...words,
    principles: { ...words.principles, adaptive: { ...words.principles.adaptive, name: 'A' } },
  };
  await database.pool.query(
    `insert into content_versions (number, words, assessment, assessment_version, published_by)
     values (1, $1, $2, '0.1', $3)`,
    [JSON.stringify(renamed), JSON.stringify({ ...assessment, version: undefined }), userId],
  );
  const failed = await database.pool.query(
    `select id from graphile_worker.permanently_fail_jobs(array[(graphile_worker.add_job('given-up')).id], 'over')`,
  );
  return {
    'job.failed.id': failed.rows[0].id,
    'content.file': fileOf(usualContent),
    'import.scratch.id': imports.rows[0].id,
    'resource.free.id': (await insertResource(database)).id,
    'resource.draft.id': (await insertResource(database, { is_published: false })).id,
    'resource.scratch.id': resource.id,
    'product.scratch.id': (await insertProduct(database)).id,
    'grant.scratch.id': (await insertGrant(database, { userId, resourceId: resource.id })).id,
    'refund_request.scratch.id': rows[0].request,
    'event.parked.id': 'evt_parked',
    'user.scratch.id': userId,
    'user.scratch.sign_in.id': rows[0].sign_in,
    'anonymous.email': rows[0].email,
  };
}

type Person = Client & { userId: number };

/** Creates the objects that only the role `member` has. */
async function memberValues(portal: PayingPortal, member: Person, administrator: Client): Promise<Roles['values']> {
  const { database } = portal;
  const paid = await portal.addResource();
  const { clientSecret, paymentIntentId } = await portal.openPayment(member, paid);
  await portal.pay(clientSecret);
  const completed = await member.post<Purchase>('/api/complete-purchase', { resourceId: paid, paymentIntentId });
  expectOk(completed);
  const bought = { userId: member.userId, resourceId: await portal.addResource() };

  const subscribed = { access_type: 'subscription', monthly_price_minor: 1250 } as const;
  const document = await insertDocument(portal, { name: 'report.pdf', content_type: 'application/pdf' });
  const withFile = await insertResource(database, { ...subscribed, file_id: document.id });
  await insertArticle(database, withFile.id, 'Words for subscribers.');
  const blocked = await insertResource(database, subscribed);
  const block = { resourceId: blocked.id, reason: 'test' };
  expectOk(await administrator.post(`/api/admin/users/${member.userId}/subscription/block-resource`, block));
  const toolSlug = 'authorisation-matrix';
  const tool = await insertTool(database, { resource: subscribed, product: { slug: toolSlug } });
  const path = await insertResource(database, { ...subscribed, type: 'path', path: pathOf([{ ...textStep('a') }]) });

  const newCode = await codeMaker(portal);
  const [trial, free] = [await newCode(), await newCode()];
  expectOk(await member.post('/api/promo-codes/validate', { code: trial.code }));
  return {
    'resource.paid.id': paid,
    'resource.paid_unowned.id': await portal.addResource(),
    'resource.subscription_file.id': withFile.id,
    'resource.path.id': path.id,
    'path.step.id': 'a',
    'resource.tool_subscription.id': tool.resourceId,
    'resource.blocked.id': blocked.id,
    'file.id': document.id,
    'product.tool.id': tool.onlineProductId,
    'product.tool.slug': toolSlug,
    'promo.free.id': free.id,
    'promo.free.code': free.code,
    'promo.trial.id': trial.id,
    'promo.scratch.id': (await newCode()).id,
    'purchase.scratch.id': (await insertPurchase(database, bought)).id,
    'member.document.id': completed.body.documentId ?? 0,
    'member.succeeded_pi': paymentIntentId,
    'member.tool_token': await tokenFor(member, tool),
  };
}

/** Creates a certificate of the organisation for the member, and a badge of it. */
async function certificateOf(portal: PayingPortal, { userId }: Person, values: Roles['values']) {
  const [certificate] = await portal.rows(
    `insert into certificates (user_id, organisation_id, organisation_name, holder_name, resource_id, resource_title,
       content_version, completed_at, code)
     values ($1, $2, 'Northmere Council', 'Mira Tollander', $3, 'A report', 1, now(), new_certificate_code()) returning id, code`,
    [userId, values['organisation.id'], values['resource.free.id']],
  );
  await portal.rows(
    `with list as (insert into badge_status_lists default values returning id)
     insert into badges (certificate_id, credential_id, issuer, status_list_id, status_index, shows_name, proves_address,
       credential) select $1, gen_random_uuid(), 'did:web:portal.test', id, 7, false, false, '{}' from list`,
    [certificate?.id],
  );
  return {
    'member.certificate.id': Number(certificate?.id),
    'member.certificate.code': String(certificate?.code),
  };
}

/**
 * Publishes two checks. Of the second, the member has handed in one attempt and begun another, and a changed draft is
 * saved.
 */
async function insertChecks(member: Client, administrator: Client, values: Roles['values']) {
  const resourceId = Number(values['resource.subscription.id']);
  const questions = ['a', 'b', 'c'].map((id) => oneQuestion(id));
  await publishCheck(administrator, Number(values['organisation.resource.id']), questions);
  const { content } = await publishCheck(administrator, resourceId, questions, { timeLimit: 30 });
  const handed = await takeCheck(member, resourceId, questions);
  const { id } = await startAttempt(member, resourceId);
  const draft = { content: { ...content, questions: questions.slice(1) } };
  const saved = await administrator.put<{ updatedAt: string }>(`/api/admin/resources/${resourceId}/check`, draft);
  expectOk(saved);
  return {
    'member.handed_attempt.id': handed.id,
    'member.attempt.id': id,
    'check.updated_at': saved.body.updatedAt,
  };
}

function clientWith({ app }: PayingPortal, cookies: Record<string, string>): Client {
  return Object.assign(new Client(app), { cookies: { ...cookies } });
}

/** Creates callers whose session or account has ended; they are visitors everywhere. */
async function makeDeadClients(portal: PayingPortal, administrator: Client): Promise<Record<string, Client>> {
  const people = [await portal.member(), await portal.member(), await portal.member(), await portal.member()] as const;
  const [signedOut, expired, older, deleted] = people;
  const kept = people.map((client) => clientWith(portal, client.cookies));
  expectOk(await signedOut.post('/api/logout', {}));
  await portal.database.pool.query(
    `update sign_in_sessions set created_at = created_at - interval '31 days' where user_id = $1`,
    [expired.userId],
  );
  const change = {
    currentPassword: rolePassword,
    newPassword: `${rolePassword}-2`,
    confirmPassword: `${rolePassword}-2`,
  };
  expectOk(await older.post('/api/user/change-password', change));
  expectOk(await administrator.delete(`/api/users/${deleted.userId}`));
  const [first, second, third, fourth] = kept as [Client, Client, Client, Client];
  const others = { 'signed out': first, expired: second, 'with an older password': third, deleted: fourth };
  return { ...others, 'with a company whose sign-in is required since': await requireOfPerson(portal) };
}

/** Stops all webhooks, so that afterwards only the test changes the portal. */
async function silenceWebhooks(portal: PayingPortal): Promise<void> {
  await portal.runWebhooks();
  for (const { id } of (await portal.stripe.webhookEndpoints.list()).data) await portal.stripe.webhookEndpoints.del(id);
}

function expectOk({ status, body }: Answer): void {
  if (status >= 300) throw new Error(`A fixture was refused: ${status} ${JSON.stringify(body)}`);
}
