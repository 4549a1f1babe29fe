import type { Db } from '#server/platform/database/db.ts';
import type { OwnPart, OwnRow } from './export-rules.ts';

type Part = Omit<OwnPart, 'rows'> & { tables: readonly string[]; query: string };

/**
 * Queries for a member's data, part by part; $1 is the member. Columns are named one by one, so that no hash, secret or
 * other person's name is added with a new column. A test compares `tables` with all tables that refer to members.
 */
export const ownParts: readonly Part[] = [
  {
    name: 'profile',
    about: 'Your account with your settings.',
    tables: [],
    query: `select id, email, first_name, last_name, organization, role_affiliation, goal,
        skips_role_question, hides_first_steps, time_zone, profile_image_url, role, email_verified_at,
        two_factor_enabled_at, email_updates, resource_alerts, security_alerts, marketing_emails, profile_visible,
        activity_tracking, data_collection, arrival_landing, arrival_host, created_at, updated_at from users where id = $1`,
  },
  {
    name: 'picture',
    about: 'Your picture, as a WebP file in Base64.',
    tables: ['profile_pictures'],
    query: `select id, created_at, encode(content, 'base64') as webp from profile_pictures where user_id = $1`,
  },
  {
    name: 'sign-ins',
    about: 'Where and when you signed in.',
    tables: ['sign_in_sessions'],
    query: `select signed_in_at, last_seen_at, former_visit_at, ip, user_agent, revoked_at from sign_in_sessions
      where user_id = $1 order by id`,
  },
  {
    name: 'sign-in-providers',
    about: 'Accounts elsewhere that you sign in with.',
    tables: ['identities'],
    query: 'select issuer, subject, email, created_at from identities where user_id = $1 order by id',
  },
  {
    name: 'passkeys',
    about: 'Passkeys that you sign in with.',
    tables: ['passkeys'],
    query: `select name, host, is_synced, created_at, last_used_at from passkeys where user_id = $1 order by id`,
  },
  {
    name: 'api-keys',
    about: 'Keys that you made for programs, without their secrets.',
    tables: ['api_keys'],
    query: `select kind, name, token_start, scopes, created_at, expires_at, last_used_on, last_used_network from api_keys
      where user_id = $1 order by id`,
  },
  {
    name: 'assistants',
    about: 'Assistants that you connected, without their tokens.',
    tables: ['assistant_grants'],
    query: `select c.name, c.client_id, g.scopes, g.created_at, g.last_used_on, g.last_used_network
      from assistant_grants g join assistant_clients c on c.id = g.client_id where g.user_id = $1 order by g.id`,
  },
  {
    name: 'assistant-calls',
    about: 'What assistants and their keys asked the portal for you, in the last 90 days.',
    tables: ['assistant_calls'],
    query: `select called_at, client, tool, resource_id as resource from assistant_calls where user_id = $1 order by id`,
  },
  {
    name: 'company-sign-ins',
    about: 'Accounts at companies that you sign in with, and the private address that you entered.',
    tables: ['connection_identities', 'private_addresses'],
    query: `select c.name, i.issuer, i.subject, i.email, i.object_id, i.linked_at from connection_identities i
        join connections c on c.id = i.connection_id where i.user_id = $1
      union all select 'private address', null, null, email, null, null from private_addresses
        where user_id = $1 and email is not null`,
  },
  {
    name: 'connection-tests',
    about: 'What arrived when you tested the sign-in of an organisation.',
    tables: ['connection_tests'],
    query: 'select tested_at, works, result from connection_tests where user_id = $1',
  },
  {
    name: 'purchases',
    about: 'What you bought on its own, and seats that you bought for an organisation.',
    tables: ['purchases'],
    query: `select p.id, r.title as resource, p.seats, p.amount_minor, p.currency, p.status, p.purchased_at, p.ended_at,
        p.stripe_payment_intent_id as payment from purchases p join resources r on r.id = p.resource_id
      where p.user_id = $1 order by p.id`,
  },
  {
    name: 'gifts',
    about: 'What you bought for others.',
    tables: ['gifts'],
    query: `select g.id, r.title as resource, g.email, g.message, g.deliver_on, g.sent_at, g.redeemed_at from gifts g
        join payment_attempts a on a.id = g.attempt_id join resources r on r.id = a.resource_id
      where g.user_id = $1 order by g.id`,
  },
  {
    name: 'payments',
    about: 'Payments that were begun, whether they were completed or not.',
    tables: ['payment_attempts'],
    query: `select a.id, r.title as resource, a.amount_minor, a.currency, a.status, a.amount_received_minor,
        a.created_at, a.succeeded_at, a.paid_with, a.stripe_payment_intent_id as payment, a.billing as billed_to
      from payment_attempts a join resources r on r.id = a.resource_id where a.user_id = $1 order by a.id`,
  },
  {
    name: 'refunds',
    about: 'Money that went back to you.',
    tables: [],
    query: `select 'purchase' as kind, f.amount_minor, a.currency, f.status, f.created_at
        from refunds f join payment_attempts a on a.id = f.attempt_id where a.user_id = $1
      union all select 'invoice', f.amount_minor, i.currency, f.status, f.created_at
        from refunds f join invoices i on i.id = f.invoice_id where i.user_id = $1 order by created_at`,
  },
  {
    name: 'refund-requests',
    about: 'Where you asked for the money-back guarantee, and our answers.',
    tables: ['refund_requests'],
    query: `select i.number as invoice, q.reason, q.status, q.answer, q.created_at, q.decided_at
      from refund_requests q join invoices i on i.id = q.invoice_id where q.user_id = $1 order by q.id`,
  },
  {
    name: 'subscriptions',
    about: 'Your subscriptions.',
    tables: ['subscriptions'],
    query: `select id, product_name, plan, amount_minor, currency, status, cancel_at_period_end, current_period_start,
        current_period_end, trial_end, suspended_at, suspended_reason, pause_starts_at, pause_ends_at,
        cancelled_at, cancel_reason, cancel_comment, created_at, started_at, ended_at, seats, billing as billed_to,
        stripe_subscription_id as reference from subscriptions where user_id = $1 order by id`,
  },
  {
    name: 'offers',
    about: 'The offer that you were shown when you were about to cancel.',
    tables: ['cancel_offers'],
    query: `select subscription_id as subscription, reason, percent_off, payments, shown_at, accepted_at
      from cancel_offers where user_id = $1 order by id`,
  },
  {
    name: 'consents',
    about: 'Orders that you asked to begin at once, and which text you agreed to.',
    tables: ['order_consents'],
    query: `select attempt_id as payment, subscription_id as subscription, promo_checkout_id as promo_checkout,
        text_version, given_at from order_consents where user_id = $1 order by id`,
  },
  {
    name: 'invoices',
    about: 'What your subscriptions were charged.',
    tables: ['invoices'],
    query: `select number, status, description, total_minor, tax_minor, paid_minor, currency, period_start, period_end,
        issued_at, paid_at, hosted_url, stripe_invoice_id as reference from invoices where user_id = $1 order by id`,
  },
  {
    name: 'documents',
    about: 'Invoices of your payments and credit notes of your refunds, as they were issued.',
    tables: ['documents'],
    query: `select kind, year, number, array_to_string(buyer, ', ') as buyer, lines, taxes, currency, tax_minor,
        total_minor, payment_reference, paid_at, issued_at, time_zone from documents where user_id = $1 order by id`,
  },
  {
    name: 'billing-details',
    about: 'What you added for invoices: company, address, tax id and order number.',
    tables: ['billing_details'],
    query: `select company_name, line1, line2, city, postcode, country, tax_id, tax_id_status, purchase_order, updated_at
      from billing_details where user_id = $1`,
  },
  {
    name: 'payment-methods',
    about: 'Cards and other ways to pay that the payment provider keeps for you, as they are printed on a receipt.',
    tables: ['payment_methods', 'stripe_customers'],
    query: `select m.type, m.label, m.brand, m.last4, m.exp_month, m.exp_year, m.is_default, m.added_at,
        c.stripe_customer_id as customer from payment_methods m left join stripe_customers c using (user_id)
      where m.user_id = $1 order by m.added_at`,
  },
  {
    name: 'promo-codes',
    about: 'Promo codes that you redeemed or began to redeem.',
    tables: ['promo_redemptions', 'promo_checkouts', 'promo_validations'],
    query: `select 'redeemed' as kind, c.code, d.trial_days, d.redeemed_at as at, d.released_at
        from promo_redemptions d left join promo_codes c on c.id = d.promo_code_id where d.user_id = $1
      union all select 'checkout ' || o.status, c.code, o.trial_days, o.created_at, null
        from promo_checkouts o join promo_codes c on c.id = o.promo_code_id where o.user_id = $1
      union all select 'checkout ' || s.status, c.code, s.trial_days, s.created_at, null from subscriptions s
        left join promo_codes c on c.id = s.promo_code_id where s.user_id = $1 and s.begins_with = 'checkout'
      union all select 'validated', c.code, null, v.validated_at, null
        from promo_validations v join promo_codes c on c.id = v.promo_code_id where v.user_id = $1 order by at`,
  },
  {
    name: 'seats',
    about: 'Seats that an organisation gave you, and those that were taken back and not given to another person.',
    tables: ['seats'],
    query: `select o.name as organisation, r.title as resource, s.assigned_at, s.returned_at, l.ends_at from seats s
        join seat_lots l on l.id = s.lot_id join organisations o on o.id = l.organisation_id
        left join resources r on r.id = l.resource_id where s.user_id = $1 order by s.assigned_at, s.id`,
  },
  {
    name: 'organisation',
    about:
      'The organisation that you are in or ask to join, those that you left or that declined you, invitations to your address, and those that you sent, with your message.',
    tables: ['organisation_people', 'organisation_requests', 'organisation_absences'],
    query: `select 'member' as kind, o.name as organisation, p.role, p.joined_at as at, null as message from organisation_people p
        join organisations o on o.id = p.organisation_id where p.user_id = $1
      union all select 'invited', o.name, i.role, i.asked_at, null from organisation_invitations i
        join organisations o on o.id = i.organisation_id join users u on u.address_key = i.address_key
        where u.id = $1
      union all select 'you invited', o.name, i.role, i.asked_at, i.message from organisation_invitations i
        join organisations o on o.id = i.organisation_id where i.invited_by = $1
      union all select 'asks', o.name, null, r.asked_at, null from organisation_requests r
        join organisations o on o.id = r.organisation_id where r.user_id = $1
      union all select 'left', o.name, null, a.since, null from organisation_absences a
        join organisations o on o.id = a.organisation_id where a.user_id = $1 order by at`,
  },
  {
    name: 'directory',
    about: 'What the directory of your company has sent about you, and what it has ended.',
    tables: ['organisation_directory_people', 'organisation_offboardings'],
    query: `select o.name as organisation, d.user_name, d.external_id, d.email, d.profile, d.is_active, d.created_at as at,
        null::integer as sessions, null::integer as seats, null::integer as keys, null::integer as tokens
      from organisation_directory_people d join organisations o on o.id = d.organisation_id where d.user_id = $1
      union all select o.name, e.user_name, null, null, null, false, e.ended_at, e.sessions, e.seats, e.keys, e.tokens
      from organisation_offboardings e join organisations o on o.id = e.organisation_id where e.user_id = $1 order by at`,
  },
  {
    name: 'assignments',
    about: 'What organisations asked you to complete, by when, and whether you did.',
    tables: ['assignments'],
    query: `select a.id, o.name as organisation, r.title as resource, a.made_at, a.due_on, a.refresh_months,
        a.asks_confirmation, a.begun_at, a.completed_at, a.valid_until, a.reminders, a.reminded_on, a.ended_at
      from assignments a join organisations o on o.id = a.organisation_id join resources r on r.id = a.resource_id
      where a.user_id = $1 order by a.id`,
  },
  {
    name: 'completions',
    about: 'When you completed resources, in which edition, and when you confirmed that you understood them.',
    tables: ['completions'],
    query: `select r.title as resource, c.content_version, c.completed_at, c.confirmed_at
      from completions c join resources r on r.id = c.resource_id where c.user_id = $1 order by c.id`,
  },
  {
    name: 'check-attempts',
    about: 'Your attempts at knowledge checks: the number of each question, and your answer in words.',
    tables: ['check_attempts'],
    query: `select a.id, r.title as resource, a.version, a.started_at, a.handed_in_at, a.percent, a.pass_mark, a.passed,
        (select jsonb_agg(jsonb_build_object('question', array_position(a.drawn, question_id), 'answer', case
            when given ? 'text' then given -> 'text'
            when given ? 'matches' then (select jsonb_agg(concat(q -> 'pairs' -> (place::integer - 1) ->> 'left', ' – ',
                q -> 'pairs' -> (other #>> '{}')::integer ->> 'right'))
              from jsonb_array_elements(given -> 'matches') with ordinality as pair (other, place))
            else (select jsonb_agg(case q ->> 'kind'
                when 'true_false' then to_jsonb(case chosen::integer when 0 then 'True' else 'False' end)
                when 'order' then q -> 'items' -> chosen::integer
                else q -> 'options' -> chosen::integer -> 'text' end)
              from jsonb_array_elements_text(given -> 'options') chosen) end) order by array_position(a.drawn, question_id))
          from jsonb_each(a.answers) answer (question_id, given)
            join jsonb_array_elements(v.content -> 'questions') q on q ->> 'id' = answer.question_id) as answers
      from check_attempts a join resources r on r.id = a.resource_id
        join knowledge_check_versions v on v.resource_id = a.resource_id and v.version = a.version
      where a.user_id = $1 order by a.id`,
  },
  {
    name: 'check-allowances',
    about: 'Further attempts and more time that you were given for knowledge checks.',
    tables: ['check_allowances'],
    query: `select r.title as resource, w.further_attempts, w.extra_minutes
      from check_allowances w join resources r on r.id = w.resource_id where w.user_id = $1 order by w.resource_id`,
  },
  {
    name: 'certificates',
    about: 'Certificates of what you completed for an organisation.',
    tables: ['certificates'],
    query: `select organisation_name as organisation, holder_name, resource_title as resource, content_version, completed_at,
        code, shows_name, issued_at, expires_at, revoked_at from certificates where user_id = $1 order by id`,
  },
  {
    name: 'badges',
    about: 'Badges that you made of your certificates, the current ones as they were signed.',
    tables: ['badges'],
    query: `select c.code as certificate, b.issued_at, b.superseded_at, b.shows_name, b.proves_address, b.is_shared,
        b.credential from badges b join certificates c on c.id = b.certificate_id where c.user_id = $1 order by b.id`,
  },
  {
    name: 'assessment-rounds',
    about:
      'Assessment rounds of an organisation that you were invited to, with your answers while they are open. Closed rounds keep no answers of a person, only that you answered.',
    tables: ['assessment_round_shown'],
    query: `select r.title, o.name as organisation, 'open' as state, r.closes_on, null::timestamptz as closed_at, a.answers
        from assessment_round_people p join assessment_rounds r on r.id = p.round_id
        join organisations o on o.id = r.organisation_id
        left join assessment_round_answers a on a.round_id = p.round_id and a.user_id = p.user_id where p.user_id = $1
      union all select distinct r.title, o.name, 'answered', r.closes_on, r.closed_at, null::jsonb
        from assessment_round_shown s join assessment_rounds r on r.id = s.round_id
        join organisations o on o.id = r.organisation_id where s.user_id = $1 order by closes_on, title`,
  },
  {
    name: 'round-actions',
    about: 'Actions of the plan of an assessment round that you were named for.',
    tables: [],
    query: `select r.title, p.action_id, p.due_on, p.status from assessment_round_plan p
        join assessment_rounds r on r.id = p.round_id where p.owner_id = $1 order by r.id, p.action_id`,
  },
  {
    name: 'access',
    about: 'Access that an administrator gave you or took from you by hand.',
    tables: ['access_grants', 'subscription_blocks'],
    query: `select 'given' as kind, r.title as resource, g.reason, g.created_at, g.expires_at, g.is_active
        from access_grants g join resources r on r.id = g.resource_id where g.user_id = $1
      union all select 'blocked', r.title, b.reason, b.created_at, null, true
        from subscription_blocks b join resources r on r.id = b.resource_id where b.user_id = $1 order by created_at`,
  },
  {
    name: 'notes',
    about: 'Notes of administrators of the portal about you.',
    tables: ['member_notes'],
    query: 'select text, created_at from member_notes where user_id = $1 order by id',
  },
  {
    name: 'sessions',
    about: 'Resources that you opened, how far you came, where you are in them, and what tools saved for you.',
    tables: ['progress_sessions'],
    query: `select s.id, r.title as resource, s.started_at, s.last_accessed_at, s.completion_percentage, s.finished_at,
        (select jsonb_agg(to_jsonb(p) - 'session_id' order by p.unit) from reading_positions p where p.session_id = s.id)
          as reading_positions, s.session_data
      from progress_sessions s join resources r on r.id = s.resource_id where s.user_id = $1 order by s.id`,
  },
  {
    name: 'learning-paths',
    about: 'Learning paths that you began, and their texts that you marked as read.',
    tables: ['path_learners', 'path_readings'],
    query: `select r.title as path, l.begun_at,
        (select jsonb_agg(jsonb_build_object('step', t.step_id, 'first_read_at', t.first_read_at, 'read_at', t.read_at)
          order by t.step_id) from path_readings t where t.user_id = l.user_id and t.resource_id = l.resource_id) as readings
      from path_learners l join resources r on r.id = l.resource_id where l.user_id = $1 order by l.begun_at, r.id`,
  },
  {
    name: 'saved-resources',
    about: 'Resources that you saved for later.',
    tables: ['saved_resources'],
    query: `select r.title as resource, s.saved_at from saved_resources s join resources r on r.id = s.resource_id
      where s.user_id = $1 order by s.saved_at, r.id`,
  },
  {
    name: 'assessments',
    about: 'Your readiness assessments with your answers.',
    tables: ['assessment_attempts'],
    query: `select id, scope, assessed_on, content_version, answers, started_at,
        created_at, updated_at from assessment_attempts where user_id = $1 order by id`,
  },
  {
    name: 'assessment-plans',
    about: 'What you noted on the actions of your plans.',
    tables: [],
    query: `select e.attempt_id as assessment, e.action_id, e.owner, e.due_on, e.done_at
      from assessment_plan_entries e join assessment_attempts a on a.id = e.attempt_id
      where a.user_id = $1 order by e.attempt_id, e.action_id`,
  },
  {
    name: 'mails',
    about: 'Emails that were sent to your address while it was yours.',
    tables: [],
    query: 'select recipient, subject, created_at, sent_at from mails where user_id = $1 order by id',
  },
  {
    name: 'activity-log',
    about: 'Changes that you made and that the portal has to be able to account for.',
    tables: [],
    query: `select happened_at, action, object, ip from audit_log where actor_user_id = $1 order by id`,
  },
  {
    name: 'data-exports',
    about: 'When you asked for your data.',
    tables: ['data_exports'],
    query: 'select requested_at, ready_at, expires_at from data_exports where user_id = $1 order by id',
  },
];

/** Tables that refer to members and are left out, each with its reason. */
export const leftOut: readonly string[] = [
  // Secrets, or values derived from one.
  'account_links',
  'second_factors',
  'connection_errands',
  'connection_pending',
  'confirm_codes',
  // A setting of the organisation: the owners who keep another way to sign in.
  'connection_emergency_owners',
  // Secrets, as above.
  'recovery_codes',
  'passkey_challenges',
  // Findings of the portal's own reconciliation; the payments themselves are included.
  'reconciliation_discrepancies',
  // The uploader is a column of a file that belongs to the publisher.
  'files',
  // The person who sent the file is a column of the publisher's import.
  'catalogue_imports',
];

export async function listOwnParts(db: Db, userId: number): Promise<OwnPart[]> {
  const parts: OwnPart[] = [];
  for (const { name, about, query } of ownParts) {
    parts.push({ name, about, rows: await db.prepared<OwnRow>(`privacy.own_${name}`, query, [userId]) });
  }
  return parts;
}
