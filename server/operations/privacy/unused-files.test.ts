import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { announceBlob, listUploadKinds } from '#server/catalogue/files/actions.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { Client } from '#tests/support/client.ts';
import { asAnotherCaller } from '#tests/support/database.ts';
import { insertArticle, insertDocument, insertProduct, insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { multipartForm, onePixel } from '#tests/support/uploads.ts';
import { unusedFileTasks } from './feature.ts';
import { fileColumns } from './unused-file-store.ts';

let portal: TestPortal;
let administrator: Client & { userId: number };
beforeAll(async () => {
  portal = await createTestPortal({ DEMO_LIMIT_FACTOR: '1000' });
  administrator = await portal.administrator();
});
afterAll(() => portal.close());

/**
 * Columns of text, JSON or ids that never refer to an upload; mentions in the audit log, mails and members' own texts
 * do not keep an upload.
 */
const neverNameFiles: Record<string, string> = {
  check_attempts: 'answers awarded_questions drawn right_questions',
  check_question_counts: 'question_id',
  voided_questions: 'question_id reason',
  access_grants: 'reason',
  account_links: 'moves_to purpose',
  analytics_changes: 'source',
  analytics_days: 'currency kind',
  analytics_lines: 'country currency kind source',
  assistant_calls: 'client tool',
  api_keys: 'connection_id kind last_used_network name scopes token_start',
  assessment_attempts: 'answers content_version scope',
  assessment_plan_entries: 'action_id owner',
  assessment_round_answers: 'answers',
  assessment_round_plan: 'action_id status',
  assessment_round_sets: 'counts name',
  assessment_rounds: 'content_version title',
  assistant_clients: 'client_id name redirect_uris',
  assistant_grants: 'code_challenge connection_id last_used_network redirect_uri resource scopes',
  assistant_tokens: 'kind scopes',
  audit_log: 'action after before ip object object_id request_id search_text user_agent',
  billing_details:
    'city company_name country line1 line2 postcode purchase_order stripe_tax_id tax_id tax_id_status tax_id_type',
  cancel_offers: 'reason',
  catalogue_import_problems: 'field sentence severity value',
  catalogue_imports: 'blob_id failure file_name format run state',
  badge_keys: 'public_key',
  badges: 'credential credential_id issuer',
  certificates: 'code holder_name organisation_name resource_title',
  connection_domains: 'connection_id domain',
  connection_emergency_owners: 'connection_id',
  connection_errands: 'connection_id purpose return_to',
  connection_identities: 'connection_id email issuer object_id subject',
  connection_logouts: 'connection_id',
  connection_pending: 'connection_id email issuer kind object_id provider_sid return_to subject',
  connection_sessions: 'connection_id provider_sid subject through',
  connection_tests: 'connection_id result',
  connections:
    'auth_method certificate client_id directory_claim email_claim end_session_address first_name_claim id issuer last_name_claim name public_key scopes slug state vouches',
  content_versions: 'assessment assessment_version words',
  data_exports: 'blob_id',
  disputes: 'currency reason status stripe_dispute_id',
  document_numbers: 'kind',
  documents: 'buyer country currency kind lines payment_reference seller taxes time_zone',
  drawn_pages: 'file_id text',
  empty_searches: 'text',
  events: 'data type',
  files: 'content_type id kind name title',
  gifts: 'email message',
  identities: 'email issuer subject',
  installation: 'former_ids id',
  invoices:
    'billing_reason currency description hosted_url number open_payment pdf_url status stripe_invoice_id stripe_payment_intent_id stripe_subscription_id',
  limit_counters: 'key',
  mail_keys: 'dedupe_key',
  mails: 'dedupe_key html_body last_error recipient subject text_body unsubscribe_url',
  member_notes: 'text',
  news: 'subject',
  nodes: 'failing id name role version',
  online_products: 'opening name slug tool_type',
  order_consents: 'text_version',
  organisation_directory_people: 'address_key email external_id id outcome profile user_name user_name_key',
  organisation_directory_tokens: 'name token_start',
  organisation_domains: 'dns_secret domain joining',
  organisation_absences: 'address_keys identity_keys',
  organisation_invitations: 'address_key email message role',
  organisation_offboardings: 'name user_name',
  organisation_people: 'role',
  organisations: 'credit_currency name',
  passkey_challenges: 'purpose',
  passkeys: 'host name transports',
  payment_attempts: 'billing currency invoice_url paid_with status stripe_invoice_id stripe_payment_intent_id tax',
  payment_fees: 'currency kind stripe_balance_transaction_id',
  payment_methods: 'brand label last4 stripe_payment_method_id type',
  pdf_facts: 'contents file_id problem',
  plan_seat_prices: 'plan',
  portal_settings:
    'brand_colour privacy_url product_name publisher_address publisher_name publisher_tax_id registration registration_domains search_synonyms sign_in_text support_email tagline terms_url',
  private_addresses: 'email new_email',
  profile_pictures: 'id',
  path_readings: 'step_id',
  progress_sessions: 'session_data',
  promo_checkouts: 'status stripe_price_id stripe_session_id stripe_subscription_id url',
  promo_code_products: 'stripe_plan_id',
  promo_codes: 'code currency description discount_type promo_type',
  promo_redemptions: 'stripe_subscription_id',
  purchases: 'currency status stripe_payment_intent_id',
  reading_positions: 'unit',
  reconciliation_discrepancies: 'details kind outcome subject',
  reconciliation_runs: 'compared last_error',
  recurring_changes: 'currency kind',
  refund_requests: 'answer reason status',
  refunds: 'currency last_error reason status stripe_refund_id',
  resource_audience_counts: 'access_type audience type',
  resource_counts: 'access_type type',
  resources:
    'access_type currency file_title path rapp_implementation_phase rapp_principles role_affiliations search_tags search_text slideshow_texts stripe_product_id tags title title_order type file_link video_access',
  schema_migrations: 'name timestamp',
  search_words: 'stem word',
  seat_lots: 'reason',
  sign_in_sessions: 'ip user_agent',
  stripe_customers: 'stripe_customer_id',
  stripe_events: 'id last_error object_id type',
  stripe_prices: 'currency plan stripe_price_id tax_behavior',
  stripe_products: 'name stripe_product_id',
  subscription_blocks: 'reason',
  subscription_states: 'status',
  subscriptions:
    'begins_with billing cancel_comment cancel_reason checkout_url currency discount_duration invoice_url pending_plan plan product_name status stripe_customer_id stripe_price_id stripe_product_id stripe_schedule_id stripe_session_id stripe_subscription_id suspended_reason tax_basis tax_mode',
  unclaimed_blobs: 'id',
  users:
    'address_key arrival_host arrival_landing email first_name goal last_name organization password_hash profile_image_url role role_affiliation search_text time_zone',
  visit_days: 'host landing',
  web_assets: 'name',
  webhook_deliveries: 'error response response_type sent_path status',
  webhooks: 'description off_reason types url',
};

/** Runs one night's job on one node. */
const prune = () =>
  unusedFileTasks(portal.database, portal.dependencies.blobs)['prune-files']?.({}, { attempt: 1, isLast: false });

const query = (text: string, values: unknown[] = []) => portal.database.pool.query(text, values);
const idIn = (address: string) => address.split('/').at(-1) ?? '';

/** Uploads a picture and makes it this many days old. */
async function picture(days = 8): Promise<string> {
  const answer = await administrator.send({ method: 'POST', url: '/api/admin/upload', ...(await onePixel()) });
  const address = String(answer.body.fileUrl);
  await query('update files set created_at = now() - make_interval(days => $2) where id = $1', [idIn(address), days]);
  return address;
}

const hasRow = async (address: string) => {
  const { rows } = await query('select 1 from files where id = $1', [idIn(address)]);
  return rows.length > 0;
};
const hasBytes = async (address: string) => (await readdir(portal.blobFolder)).includes(idIn(address));
const state = async (address: string) => ({ row: await hasRow(address), bytes: await hasBytes(address) });
const kept = { row: true, bytes: true };

it('ACCT-07 every column of text, JSON or ids is declared to name uploads or never to', async () => {
  const { rows } = await query(
    `select c.table_name || '.' || c.column_name as name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and (c.data_type in ('text', 'character varying', 'json', 'jsonb', 'uuid') or c.udt_name in ('_text', '_uuid'))
     order by 1`,
  );
  const declared = [
    ...Object.entries(fileColumns).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`)),
    ...Object.entries(neverNameFiles).flatMap(([table, columns]) =>
      columns.split(' ').map((column) => `${table}.${column}`),
    ),
  ];
  expect(
    rows.map(({ name }) => name),
    'declare a new column in fileColumns (unused-file-store.ts) if it may name an upload, else in neverNameFiles above',
  ).toEqual(declared.sort());
});

describe('the nightly job', () => {
  let unused: string;
  beforeEach(async () => {
    unused = await picture();
  });

  it('ACCT-07 keeps an upload that any declared column names, and deletes one beside it that none does', async () => {
    const paragraph = (text: string) => `See ${text}, please.`;
    const insertImportRow = async (id: string) => {
      const { rows } = await query(
        `insert into catalogue_imports (file_name, format, bytes, state) values ('a.csv', 'csv', 1, 'checked') returning id`,
      );
      await query('insert into catalogue_import_rows (import_id, line, resource) values ($1, 1, $2)', [
        rows[0].id,
        JSON.stringify({ title: 'A report', file_id: id }),
      ]);
    };
    const write: Record<string, (address: string) => Promise<unknown>> = {
      'articles.document': async (address) =>
        insertArticle(portal.database, (await insertResource(portal.database)).id, paragraph(address)),
      'catalogue_import_rows.resource': (address) => insertImportRow(idIn(address)),
      'drawn_pages.image_id': async (address) => {
        const { id } = await insertDocument(portal, { content_type: 'application/pdf' });
        await insertResource(portal.database, { file_id: id });
        await query('insert into pdf_facts (file_id, page_count) values ($1, 2)', [id]);
        const text = `insert into drawn_pages (file_id, page, image_id, text) values ($1, 1, $2, '')`;
        await query(text, [id, idIn(address)]);
      },
      'knowledge_checks.draft': async (address) => {
        const { id } = await insertResource(portal.database);
        const draft = JSON.stringify({ questions: [{ picture: { url: address } }] });
        await query('insert into knowledge_checks (resource_id, draft) values ($1, $2)', [id, draft]);
      },
      'knowledge_check_versions.content': async (address) => {
        const { id } = await insertResource(portal.database);
        await query(`insert into knowledge_checks (resource_id, draft) values ($1, '{}')`, [id]);
        const content = JSON.stringify({ questions: [{ picture: { url: address } }] });
        const text = `insert into knowledge_check_versions (resource_id, version, content, published_by)
          select $1, 1, $2, min(id) from users`;
        await query(text, [id, content]);
      },
      'news.text': (address) =>
        query('insert into news (subject, text, sent_by) values ($1, $2, $3)', [
          randomUUID(),
          paragraph(`https://portal.example.org${address}`),
          administrator.userId,
        ]),
      'online_products.configuration': (address) =>
        insertProduct(portal.database, { configuration: JSON.stringify({ toolUrl: address }) }),
      'online_products.description': (address) => insertProduct(portal.database, { description: paragraph(address) }),
      ...Object.fromEntries(
        ['logo_file_id', 'dark_logo_file_id', 'favicon_file_id'].map((column) => [
          `portal_settings.${column}`,
          (address: string) => query(`update portal_settings set ${column} = $1`, [idIn(address)]),
        ]),
      ),
      'portal_settings.introduction': (address) =>
        query('update portal_settings set introduction = $1', [
          JSON.stringify({ type: 'doc', content: [{ type: 'image', attrs: { src: address, alt: 'A picture' } }] }),
        ]),
      'resources.file_id': (address) => insertResource(portal.database, { file_id: idIn(address) }),
      'resources.slideshow_images': (address) =>
        insertResource(portal.database, { slideshow_images: ['https://example.org/a.png', address] }),
      'resources.subscription_benefits': (address) =>
        insertResource(portal.database, { subscription_benefits: ['One', paragraph(address)] }),
      ...Object.fromEntries(
        ['description', 'thumbnail_url', 'featured_image_url', 'video_url', 'instructional_video_url'].map((column) => [
          `resources.${column}`,
          (address: string) => insertResource(portal.database, { [column]: address }),
        ]),
      ),
    };
    const columns = Object.entries(fileColumns).flatMap(([table, names]) => names.map((name) => `${table}.${name}`));
    expect(Object.keys(write).sort()).toEqual(columns.sort());
    const addresses = new Map<string, string>();
    for (const column of columns) {
      const address = await picture();
      await write[column]?.(address);
      addresses.set(column, address);
    }

    await prune();

    for (const [column, address] of addresses) expect([column, await state(address)]).toEqual([column, kept]);
    expect(await state(unused)).toEqual({ row: false, bytes: true });
  });

  it('ACCT-07 keeps uploads of the last week', async () => {
    const young = await picture(6);
    await prune();
    expect(await state(young)).toEqual(kept);
    expect(await state(unused)).toEqual({ row: false, bytes: true });
  });

  it('ACCT-07 removes the bytes of a deleted upload a week later, and no others', async () => {
    const other = await picture(0);
    await prune();
    await query(`update unclaimed_blobs set since = now() - interval '6 days'`);
    await prune();
    expect(await hasBytes(unused)).toBe(true);
    await query(`update unclaimed_blobs set since = now() - interval '8 days'`);
    await Promise.all([prune(), prune()]);
    expect(await hasBytes(unused)).toBe(false);
    expect(await state(other)).toEqual(kept);
    expect((await query('select id from unclaimed_blobs')).rows).toEqual([]);
  });

  it('ACCT-07 removes the bytes of an upload whose node was killed before it was recorded', async () => {
    const id = randomUUID();
    await jobContext(portal.database, 'test').transaction((inner) => announceBlob(inner, id));
    await portal.dependencies.blobs.write(id, Readable.from(['half']), { maxBytes: 10 });
    await prune();
    expect(await hasBytes(id)).toBe(true);
    await query(`update unclaimed_blobs set since = now() - interval '8 days'`);
    await prune();
    expect(await hasBytes(id)).toBe(false);
  });

  it('ACCT-07 leaves nothing to be removed behind an upload or import that was recorded', async () => {
    const csv = multipartForm({ name: 'a.csv', content: Buffer.from('title\nA report\n'), fields: {} });
    await query('delete from unclaimed_blobs');
    expect((await administrator.send({ method: 'POST', url: '/api/admin/imports', ...csv })).status).toBe(201);
    expect((await query('select id from unclaimed_blobs')).rows).toEqual([]);
  });

  it('ACCT-07 keeps an old upload that a form being saved has just checked', async () => {
    const ctx = jobContext(portal.database, 'test');
    await ctx.transaction(async (inner) => {
      expect((await listUploadKinds(inner, [idIn(unused)])).size).toBe(1);
      await asAnotherCaller(prune);
      await inner.db.kysely
        .insertInto('resources')
        .values({
          title: 'A report',
          description: 'With a late picture.',
          type: 'report',
          access_type: 'free',
          currency: 'GBP',
          thumbnail_url: unused,
        })
        .execute();
    });
    expect(await state(unused)).toEqual(kept);
    await prune();
    expect(await state(unused)).toEqual(kept);
  });

  it('ACCT-07 never deletes an upload that a saved resource names, whatever is saved while two nodes prune', {
    tags: 'long',
  }, async () => {
    const places = ['nowhere', 'thumbnailUrl', 'featuredImageUrl', 'slideshowImages', 'article'] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...places), { minLength: 1, maxLength: 6 }), async (chosen) => {
        const files = await Promise.all(chosen.map(async (place) => ({ place, address: await picture() })));
        const save = async ({ place, address }: (typeof files)[number]) => {
          if (place === 'nowhere') return null;
          const image = { type: 'image', attrs: { src: address, alt: 'A picture' } };
          return administrator.post('/api/admin/resources', {
            title: `A report ${randomUUID()}`,
            type: place === 'article' ? 'article' : 'report',
            description: 'What was found out.',
            accessType: 'free',
            ...(place === 'thumbnailUrl' || place === 'featuredImageUrl' ? { [place]: address } : {}),
            ...(place === 'slideshowImages' ? { metadata: { slideshowImages: [address] } } : {}),
            ...(place === 'article' ? { article: { type: 'doc', content: [image] } } : {}),
          });
        };
        const [, , ...answers] = await Promise.all([prune(), prune(), ...files.map(save)]);
        for (const [index, { address }] of files.entries()) {
          const answer = answers[index];
          const isSaved = answer?.status === 201;
          if (answer && !isSaved) expect(answer.status).toBe(400);
          expect(await state(address)).toEqual({ row: isSaved, bytes: true });
        }
      }),
      { numRuns: 12 },
    );
  });
});
