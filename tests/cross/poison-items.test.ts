import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { portalTasks } from '#server/app/tasks.ts';
import { createStripeGateway } from '#server/platform/stripe/gateway.ts';
import { handIn, oneQuestion, publishCheck, startAttempt } from '#tests/support/checks.ts';
import { insertDocument, insertResource } from '#tests/support/factories.ts';
import { type Person, seatedOrganisation } from '#tests/support/organisations.ts';
import { mailTo, poisonFor } from '#tests/support/poison.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { dayIn, measuringOrganisation } from '#tests/support/rounds.ts';
import { multipartForm } from '#tests/support/uploads.ts';

const ofOneItem = [
  'apply-cancel-offer',
  'check-catalogue-import',
  'claim-code-card',
  'discount-after-trial',
  'end-code-hold',
  'end-disputed-subscription',
  'end-duplicate-subscription',
  'end-failed-start',
  'end-refused-checkout',
  'fetch-profile-picture',
  'finish-promo-redemption',
  'handle-stripe-event',
  'issue-refund',
  'mail-connection-owners',
  'mail-dispute',
  'mail-subscription-start',
  'make-data-export',
  'make-stripe-prices',
  'offer-private-way',
  'publish-resource',
  'record-redemption',
  'record-removal',
  'run-catalogue-import',
  'send-bulk-mail',
  'send-gift',
  'send-mail',
  'send-reset-link',
  // Sends many deliveries; a call that fails is the outcome of its delivery.
  'send-webhook',
  'update-subscription-pause',
  'warn-of-former-owner',
];
/** Jobs that delete or sum up rows, or enqueue jobs for them, without handling single items. */
const inStatements = [
  'delete-ended-assistants',
  'count-answers',
  'delete-ended-keys',
  'delete-old-challenges',
  'delete-old-counters',
  'delete-old-errands',
  'delete-old-events',
  'delete-old-failed-jobs',
  'delete-old-invitations',
  'delete-old-mails',
  'delete-old-searches',
  'delete-old-sign-ins',
  'delete-old-tool-tokens',
  'delete-old-visits',
  'delete-old-webhook-events',
  'delete-old-assistant-calls',
  'fold-analytics',
  'resume-catalogue-imports',
  'retry-mails',
  'send-waiting-invitations',
  'spread-events',
  'sweep-stripe-prices',
  'sync-path',
  'wake-webhooks',
];

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal({ DEMO_LIMIT_FACTOR: '1000' });
});
afterAll(() => portal.close());
const { rows, forgetJobs, run, poisoned, emailOf, mailsTo } = poisonFor(() => portal);
beforeEach(async () => {
  await portal.runJobs();
  await forgetJobs();
});

async function pdfOf(pages: number): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false });
  for (let page = 1; page <= pages; page += 1) pdf.addPage();
  pdf.end();
  return Buffer.concat(await pdf.toArray());
}

type Reader = { userId: number; email: string };

/** Registers two members with verified email addresses; the first has the lower id. */
async function twoReaders(columns: string): Promise<[Reader, Reader]> {
  const add = async () => {
    const { userId } = await portal.member();
    await rows(`update users set email_verified_at = now(), ${columns} where id = $1`, [userId]);
    return { userId, email: await emailOf({ userId }) };
  };
  return [await add(), await add()];
}

it('OPS-28 every job has a test here with an item that fails, or a reason why none can stop it', async () => {
  const mailSender = { send: async () => {}, close: () => {} };
  // Jobs that call Stripe exist only with a gateway; nothing is called here.
  const stripe = createStripeGateway({
    secretKey: 'sk_test_0',
    webhookSecret: 'whsec_0',
    apiBase: null,
    log: () => {},
  });
  const known = Object.keys(portalTasks({ ...portal.dependencies, stripe, mailSender }));
  const tests = ['poison-items.test.ts', 'poison-payments.test.ts'].map((name) =>
    readFile(path.join(import.meta.dirname, name), 'utf8'),
  );
  const calls = (await Promise.all(tests)).join('').matchAll(/\b(?:run|poisoned|rejected)\('([a-z-]+)'/g);
  const planted = new Set([...calls].map(([, task = '']) => task));
  expect(known.toSorted()).toEqual([...planted, ...ofOneItem, ...inStatements].toSorted());
});

describe('a file that spoils a job', () => {
  it('OPS-28 DETAIL-27 a PDF without pages and one whose facts are refused keep no other from being read', {
    tags: 'long',
  }, async () => {
    const add = async (content: Buffer, id: string) => {
      const file = await insertDocument(portal, { content_type: 'application/pdf', name: 'a.pdf' });
      await rows('update files set id = $2 where id = $1', [file.id, id]);
      await writeFile(path.join(portal.blobFolder, id), content);
      await insertResource(portal.database, { file_id: id, access_type: 'free' });
      return id;
    };
    const uuid = (digit: number) => `0000000${digit}-0000-4000-8000-000000000000`;
    const empty = await add(await pdfOf(0), uuid(1));
    const rejected = await add(await pdfOf(1), uuid(2));
    const fine = await add(await pdfOf(3), uuid(3));
    const said = await poisoned('read-pdfs', { table: 'pdf_facts', when: `new.file_id = '${rejected}'` });
    expect(said).toBe(`Some PDFs could not be read: file ${rejected} (poison)`);
    expect(await rows('select file_id, page_count from pdf_facts order by file_id')).toEqual([
      { file_id: empty, page_count: null },
      { file_id: fine, page_count: 3 },
    ]);
    await rows('delete from pdf_facts; delete from resources');
  });

  it('OPS-28 a picture whose size cannot be recorded keeps no other from being measured', async () => {
    const { default: sharp } = await import('sharp');
    const png = await sharp({ create: { width: 3, height: 2, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const add = async () => {
      const { id } = await insertDocument(portal, { kind: 'image', content_type: 'image/png', name: 'a.png' });
      await writeFile(path.join(portal.blobFolder, id), png);
      return id;
    };
    const [first, second] = [await add(), await add()].toSorted();
    const said = await poisoned('measure-pictures', { table: 'files', change: 'update', when: `new.id = '${first}'` });
    expect(said).toBe(`Some pictures could not be measured: file ${first} (poison)`);
    expect(await rows('select width_pixels from files where id = $1', [second])).toEqual([{ width_pixels: 3 }]);
  });

  /** Puts a folder in the place of a file's bytes, which cannot be removed. */
  const unremovable = (id: string) => mkdir(path.join(portal.blobFolder, id));
  const uuidOf = (digit: number) => `1000000${digit}-0000-4000-8000-000000000000`;

  it('OPS-28 bytes that cannot be removed keep no others, of unused files, imports and exports', {
    tags: 'long',
  }, async () => {
    const [poison, fine] = [uuidOf(1), uuidOf(2)];
    await unremovable(poison);
    await rows(
      `insert into unclaimed_blobs (id, since) values ($1, now() - interval '9 days'), ($2, now() - interval '8 days')`,
      [poison, fine],
    );
    expect(await run('prune-files')).toMatch(`Some unused files could not be removed: file ${poison} (`);
    expect(await rows('select id from unclaimed_blobs')).toEqual([{ id: poison }]);

    const { administrator } = await seatedOrganisation(portal);
    const send = async () => {
      const file = multipartForm({ name: 'a.csv', content: Buffer.from('title\nA\n'), fields: {} });
      const { body } = await administrator.send<{ id: number }>({ method: 'POST', url: '/api/admin/imports', ...file });
      await portal.runJobs();
      return body.id;
    };
    const [first, second] = [await send(), await send()];
    await rows(`update catalogue_imports set created_at = now() - interval '8 days'`);
    await rows('update catalogue_imports set blob_id = $2 where id = $1', [first, poison]);
    expect(await run('remove-catalogue-imports')).toMatch(
      `Some files of imports could not be removed: import ${first} (`,
    );
    expect(await rows('select blob_id from catalogue_imports order by id')).toEqual([
      { blob_id: poison },
      { blob_id: null },
    ]);
    expect(second).toBeGreaterThan(first);

    const [one, other] = await twoReaders('email_updates = true');
    const insert = `insert into data_exports (user_id, blob_id, ready_at, expires_at, token_hash, bytes)
      values ($1, $2, now(), now() - interval '1 day', $3, 1) returning id`;
    const [{ id: exportId }] = await rows(insert, [one.userId, poison, Buffer.alloc(32, 1)]);
    await rows(insert, [other.userId, uuidOf(3), Buffer.alloc(32, 2)]);
    expect(await run('remove-data-exports')).toMatch(`Some exports could not be removed: export ${exportId} (`);
    expect(await rows('select id from data_exports where blob_id is not null')).toEqual([{ id: exportId }]);
  });
});

describe('a reader whose mail is refused', () => {
  it('OPS-28 keeps no other from the digest', async () => {
    await rows(`insert into listed_resources select id, '2000-01-03' from resources on conflict do nothing`);
    await insertResource(portal.database);
    const [first, second] = await twoReaders('resource_alerts = true');
    expect(await poisoned('send-digests', mailTo(first.email))).toBe(
      `Some digests could not be queued: member ${first.userId} (poison)`,
    );
    expect([mailsTo(first.email), mailsTo(second.email).length]).toEqual([[], 1]);
  });

  it('OPS-28 keeps no other from first steps', async () => {
    const [first, second] = await twoReaders(`email_updates = true, created_at = now() - interval '4 days'`);
    expect(await poisoned('send-first-steps', mailTo(first.email))).toMatch(`member ${first.userId} (poison)`);
    expect([mailsTo(first.email).length, mailsTo(second.email).length]).toEqual([0, 1]);
  });

  it('OPS-28 keeps no other from news, and is not counted', async () => {
    const [first, second] = await twoReaders('marketing_emails = true');
    const [{ id: newsId }] = await rows(
      `insert into news (subject, text, sent_by) values ('New', 'Ten reports', $1) returning id`,
      [first.userId],
    );
    expect(await poisoned('send-news', mailTo(first.email), { newsId })).toMatch(`member ${first.userId} (poison)`);
    expect([mailsTo(first.email), mailsTo(second.email)]).toEqual([[], ['New']]);
    expect(await rows('select recipient_count, finished_at is not null as done from news')).toEqual([
      { recipient_count: 1, done: true },
    ]);
  });

  it('OPS-28 keeps no other from reminders of learning and of rounds', async () => {
    const { path: own, owner, people, manager, start } = await measuringOrganisation(portal, 2);
    const [first, second] = people as [Person, Person];
    await rows('update users set email_verified_at = now(), email_updates = true');
    const { id } = await insertResource(portal.database, { access_type: 'free' });
    const assignment = { resourceIds: [id], people: [first.userId, second.userId], dueOn: dayIn(20) };
    expect((await owner.post(`${own}/assignments`, assignment)).status).toBe(201);
    await start({ closesOn: dayIn(20) });
    await forgetJobs();
    const [poison, fine] = [await emailOf(first), await emailOf(second)];
    expect(await poisoned('remind-learners', mailTo(poison))).toMatch(`member ${first.userId} (poison)`);
    expect([mailsTo(poison).length, mailsTo(fine).length]).toEqual([0, 1]);
    expect(await poisoned('remind-of-rounds', mailTo(poison))).toMatch(`member ${first.userId} (poison)`);
    expect([mailsTo(poison).length, mailsTo(fine).length]).toEqual([0, 1]);
    // Its reminder was not recorded, so the next run sends it.
    expect(await run('remind-of-rounds')).toBeNull();
    expect(mailsTo(poison).length).toBe(1);
    expect(manager.userId).toBeGreaterThan(0);
  });

  it('OPS-28 keeps no other from an invitation, which the next run sends', async () => {
    const { id: organisationId, path: own, owner } = await seatedOrganisation(portal);
    const emails = ['poison@example.org', 'fine@example.org'];
    expect((await owner.post(`${own}/invitations`, { emails, role: 'learner' })).status).toBe(201);
    await forgetJobs();
    const said = await poisoned('send-invitations', mailTo('poison@example.org'), { organisationId });
    expect(said).toMatch(/^Some invitations could not be sent: invitation \d+ \(poison\)$/);
    expect(emails.map((email) => mailsTo(email).length)).toEqual([0, 1]);
    expect(await run('send-invitations', { organisationId })).toBeNull();
    expect(emails.map((email) => mailsTo(email).length)).toEqual([1, 1]);
  });

  it('OPS-28 keeps no other from the mail about the end of an organisation', async () => {
    const { id: organisationId, others, give } = await seatedOrganisation(portal, 'learner', 'learner');
    const [first, second] = others as [Person, Person];
    await give(2, null, dayIn(30));
    for (const { userId } of [first, second]) {
      await rows(
        `update seats set user_id = $2, assigned_at = now() where id = (select min(s.id) from seats s join seat_lots l
           on l.id = s.lot_id where l.organisation_id = $1 and s.user_id is null)`,
        [organisationId, userId],
      );
    }
    const closed = { organisationId, name: 'Northmere Council' };
    const poison = await emailOf(first);
    expect(await poisoned('announce-closing', mailTo(poison), closed)).toMatch(`member ${first.userId} (poison)`);
    expect([mailsTo(poison).length, mailsTo(await emailOf(second)).length]).toEqual([0, 1]);
  });
});

describe('an organisation or a round that is refused', () => {
  it('OPS-28 keeps no other from learning that the person of a key has left', async () => {
    const add = async () => {
      const { id, owner } = await measuringOrganisation(portal, 1);
      const { userId } = await portal.member();
      await rows(
        `insert into api_keys (kind, user_id, organisation_id, name, token_hash, token_start, scopes, expires_at)
         values ('organisation', $1, $2, 'A key', $3, 'abcdefgh', '{organisation:read}', now() + interval '1 day')`,
        [userId, id, Buffer.from(`${id}`)],
      );
      return { id, email: await emailOf(owner) };
    };
    const [first, second] = [await add(), await add()];
    expect(await poisoned('notice-left-keys', mailTo(first.email))).toBe(
      `Mails about some keys could not be queued: organisation ${first.id} (poison)`,
    );
    expect([mailsTo(first.email).length, mailsTo(second.email).length]).toEqual([0, 1]);
  });

  it('OPS-28 SSO-01 keeps no other from having its domain read again, or from hearing that a secret ends', async () => {
    const add = async (name: string) => {
      const { id } = await measuringOrganisation(portal, 1);
      const [domain] = await rows(
        `insert into organisation_domains (organisation_id, domain, dns_secret, proven_at, dns_proven_at)
         values ($1, $2, $3, now(), now()) returning id`,
        [id, `${name}.example`, name.padEnd(43, 'x')],
      );
      const [connection] = await rows(
        `insert into connections (organisation_id, name, slug, issuer, client_id, auth_method, sealed_secret, scopes,
           email_claim, first_name_claim, last_name_claim, vouches, secret_ends_on)
         values ($1, $2::text, $2, 'https://id.example', 'portal', 'client_secret', 'x', 'openid', 'email', 'given_name',
           'family_name', 'domains', current_date + 20) returning id`,
        [id, name],
      );
      return { domainId: domain.id, connectionId: connection.id };
    };
    const [first, second] = [await add('sick-company'), await add('well-company')];
    const domain = { table: 'organisation_domains', change: 'update', when: `new.id = ${first.domainId}` };
    expect(await poisoned('check-domains', domain)).toBe(
      `The DNS records of some domains could not be read again: domain ${first.domainId} (poison)`,
    );
    const checked = 'select id from organisation_domains where id = any ($1) and dns_checked_at is not null';
    expect(await rows(checked, [[first.domainId, second.domainId]])).toEqual([{ id: second.domainId }]);

    const connection = { table: 'connections', change: 'update', when: `new.id = '${first.connectionId}'` };
    expect(await poisoned('warn-of-secrets', connection)).toBe(
      `Owners of some connections could not be warned: connection ${first.connectionId} (poison)`,
    );
    const warned = 'select id from connections where id = any ($1) and secret_mailed_days = 30';
    expect(await rows(warned, [[first.connectionId, second.connectionId]])).toEqual([{ id: second.connectionId }]);
  });

  it('OPS-28 keeps no other from joining by domain or from closing', { tags: 'long' }, async () => {
    const add = async (domain: string) => {
      const organisation = await measuringOrganisation(portal, 1);
      await rows(
        `insert into organisation_domains (organisation_id, domain, joining, proven_at, dns_secret)
         values ($1, $2, 'automatically', now(), $3)`,
        [organisation.id, domain, domain.padEnd(43, 'x')],
      );
      const { userId } = await portal.member();
      await rows('update users set email_verified_at = now(), email = $2 where id = $1', [userId, `a@${domain}`]);
      const { id: roundId } = await organisation.start({ closesOn: dayIn(20) });
      await rows('update assessment_rounds set closes_on = $2 where id = $1', [roundId, dayIn(-2)]);
      return { id: organisation.id, userId, roundId };
    };
    const [first, second] = [await add('poison.example'), await add('fine.example')];
    const people = { table: 'organisation_people', when: `new.user_id = ${first.userId}` };
    expect(await poisoned('join-by-domain', people)).toBe(
      `Some people could not join by their domain: organisation ${first.id} (poison)`,
    );
    const joined = 'select user_id from organisation_people where user_id = any ($1)';
    expect(await rows(joined, [[first.userId, second.userId]])).toEqual([{ user_id: second.userId }]);

    const round = { table: 'assessment_rounds', change: 'update', when: `new.id = ${first.roundId}` };
    expect(await poisoned('close-rounds', round)).toBe(
      `Some rounds could not be closed: round ${first.roundId} (poison)`,
    );
    const open = 'select id from assessment_rounds where closed_at is null and closes_on < current_date';
    expect(await rows(open)).toEqual([{ id: first.roundId }]);
  });

  it('OPS-28 CHECK-02 CHECK-04 an attempt that cannot be handed in or scored again keeps no other waiting', async () => {
    const administrator = await portal.administrator();
    const { id: resourceId } = await insertResource(portal.database);
    const questions = [oneQuestion('a'), oneQuestion('b')];
    await publishCheck(administrator, resourceId, questions);
    const [first, second] = [await portal.member(), await portal.member()];
    const [one, other] = [await startAttempt(first, resourceId), await startAttempt(second, resourceId)];
    await rows(`update check_attempts set started_at = now() - interval '15 days', due_at = now() - interval '1 day'`);
    const attempt = { table: 'check_attempts', change: 'update', when: `new.id = ${one.id}` };
    expect(await poisoned('close-attempts', attempt)).toBe(
      `Some attempts could not be handed in: attempt ${one.id} (poison)`,
    );
    expect(await rows('select id from check_attempts where handed_in_at is not null')).toEqual([{ id: other.id }]);
    await handIn(first, one.id);

    const reason = 'Both answers are right';
    const payload = { resourceId, versions: [1], questionId: 'a', reason };
    await administrator.post(`/api/admin/resources/${resourceId}/check/questions/a/void`, { reason });
    await forgetJobs();
    expect(await poisoned('rescore-check', attempt, payload)).toBe(
      `Some attempts could not be scored again: member ${first.userId} (poison)`,
    );
    expect(await rows('select id from check_attempts where points > 0')).toEqual([{ id: other.id }]);
  });
});
