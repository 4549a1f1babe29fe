-- What "nothing lost" means, as SQL. Each query must return no row. Run after every payment and fault test, and by hand
-- before and after a migration or a restore. Money is whole minor units; all clocks are the database's.

-- I01 one live purchase per member and resource; gifts and seats are for others
select 'I01' as broken, user_id, resource_id from purchases where status = 'paid' and not is_gift and seats is null
group by 2, 3 having count(*) > 1;
select 'I01b' as broken, p.id from purchases p join payment_attempts a on a.id = p.attempt_id
where p.is_gift <> a.is_gift or p.seats is distinct from a.seats or p.organisation_id is distinct from a.organisation_id
  or p.is_gift and not exists (
  select 1 from gifts g where g.attempt_id = p.attempt_id and g.user_id = p.user_id);

-- I02 one payment pays for one purchase, ever
select 'I02' as broken, stripe_payment_intent_id from purchases where stripe_payment_intent_id is not null
group by 2 having count(*) > 1;

-- I03 what was sold is what was ordered: same member, resource, amount, currency, and the amount really received; for an
-- invoice that was marked as paid outside Stripe none
select 'I03' as broken, p.id from purchases p
  left join payment_attempts a on a.id = p.attempt_id
    and a.stripe_payment_intent_id is not distinct from p.stripe_payment_intent_id
where a.id is null or a.user_id <> p.user_id or a.resource_id <> p.resource_id or a.amount_minor <> p.amount_minor
  or a.currency <> p.currency
  or a.amount_received_minor is distinct from p.amount_minor and (a.amount_received_minor = 0 and a.billing is not null) is not true;

-- I04 no money without goods: a paid attempt has a purchase, a refund (also one that Stripe refused and an administrator
-- sees) or a lost dispute
select 'I04' as broken, a.id from payment_attempts a where a.status = 'succeeded'
  and not exists (select 1 from purchases p where p.attempt_id = a.id)
  and not exists (select 1 from refunds r where r.attempt_id = a.id and r.status in ('due', 'pending', 'succeeded', 'refused'))
  and not exists (select 1 from disputes d where d.attempt_id = a.id and d.lost_at is not null);

-- I05 no goods without money: a live purchase rests on a paid attempt
select 'I05' as broken, p.id from purchases p join payment_attempts a on a.id = p.attempt_id
where p.status = 'paid' and a.status <> 'succeeded';

-- I06 every accepted webhook is worked off, or parked where a person is told
select 'I06' as broken, id, type from stripe_events
where processed_at is null and parked_at is null and received_at < now() - interval '15 minutes';

-- I07 promo codes: never over the limit, the counter is the live redemptions; once per member, one free trial each
select 'I07' as broken, c.id from promo_codes c
where c.used_count > c.usage_limit
  or c.used_count <> (select count(*) from promo_redemptions r where r.promo_code_id = c.id and r.released_at is null);
select 'I07b' as broken, promo_code_id, user_id from promo_redemptions where released_at is null
group by 2, 3 having count(*) > 1;
select 'I07c' as broken, user_id from promo_redemptions where released_at is null and trial_days > 0
group by 2 having count(*) > 1;

-- I07d ACCT-06 PROMO-21: only a trial or a code that counts holds claims
select 'I07d' as broken, c.redemption_id from trial_claims c join promo_redemptions r on r.id = c.redemption_id
where r.released_at is not null;

-- I07e PROMO-21: a payment at a code's price uses the code once, unless it ended unpaid or was refunded as a second use
select 'I07e' as broken, a.id from payment_attempts a where a.promo_code_id is not null and a.status <> 'canceled'
  and not exists (select from refunds f where f.attempt_id = a.id and f.reason = 'duplicate')
  and 1 <> (select count(*) from promo_redemptions r where r.attempt_id = a.id and r.released_at is null
    and r.promo_code_id = a.promo_code_id and r.user_id = a.user_id);

-- I08 a fully refunded or lost payment gives no access
select 'I08' as broken, p.id from purchases p where p.status = 'paid' and p.amount_minor > 0 and (
  (select coalesce(sum(r.amount_minor), 0) from refunds r where r.attempt_id = p.attempt_id and r.status = 'succeeded')
    >= p.amount_minor
  or exists (select 1 from disputes d where d.attempt_id = p.attempt_id and d.lost_at is not null));

-- I09 never refund more than was taken
select 'I09' as broken, a.id from payment_attempts a join refunds r on r.attempt_id = a.id
where r.status in ('due', 'pending', 'succeeded')
group by a.id, a.amount_received_minor having sum(r.amount_minor) > coalesce(a.amount_received_minor, 0);

-- I10 one subscription per member, and one per organisation; a duplicate at Stripe is ended within the hour
select 'I10' as broken, user_id from subscriptions
where organisation_id is null and not is_duplicate and status not in ('canceled', 'incomplete_expired')
group by 2 having count(*) > 1;
select 'I10c' as broken, organisation_id from subscriptions
where organisation_id is not null and not is_duplicate and status not in ('canceled', 'incomplete_expired')
group by 2 having count(*) > 1;
select 'I10b' as broken, id from subscriptions
where is_duplicate and status in ('trialing', 'active', 'past_due', 'unpaid') and synced_at < now() - interval '1 hour';

-- I11 a subscription never goes back to an older snapshot, and an ended one stays ended
select 'I11' as broken, h.subscription_id from (
  select subscription_id, status, snapshot_number, lag(status) over w as former,
    lag(snapshot_number) over w as former_snapshot_number
  from subscription_states window w as (partition by subscription_id order by id)
) h where h.former in ('canceled', 'incomplete_expired') or h.snapshot_number < h.former_snapshot_number;
select 'I11b' as broken, s.id from subscriptions s
where s.last_snapshot_number > 0 and s.status is distinct from (
  select h.status from subscription_states h where h.subscription_id = s.id order by h.id desc limit 1);

-- I12 each mail is sent or parked within a day, and queued once
select 'I12' as broken, id from mails
where sent_at is null and parked_at is null and created_at < now() - interval '24 hours';
select 'I12b' as broken, dedupe_key from mails group by 2 having count(*) > 1;

-- I13 once there was an administrator there always is one who can sign in
select 'I13' as broken where exists (select 1 from audit_log where action = 'set-role' and after = '"administrator"')
  and not exists (select 1 from users where role = 'administrator' and deleted_at is null);

-- I14 no sign-in and no link outlives its reason
select 'I14' as broken, s.id from sign_in_sessions s join users u on u.id = s.user_id
where s.revoked_at is null and (u.deleted_at is not null or s.created_at < u.credentials_changed_at);
select 'I14b' as broken, l.id from account_links l join users u on u.id = l.user_id
where l.purpose = 'set_password' and l.used_at is null and l.expires_at > now() and l.created_at < u.credentials_changed_at;
select 'I14d' as broken, u.id from users u left join second_factors f on f.user_id = u.id
where u.two_factor_enabled_at is not null and f.user_id is null;

-- I16 nobody pays for a deleted account
select 'I16' as broken, s.id from subscriptions s join users u on u.id = s.user_id
where u.deleted_at < now() - interval '1 hour' and s.status in ('trialing', 'active', 'past_due');

-- I17 money columns are sane
select 'I17' as broken, id from payment_attempts
where amount_minor < 0 or (amount_minor = 0 and promo_code_id is null) or currency !~ '^[A-Z]{3}$';

-- I18 the last migration finished: no invalid index is left
select 'I18b' as broken, indexrelid::regclass::text from pg_index where not indisvalid;

-- I19 money that went back or was refused left a line in the audit log
select 'I19' as broken, p.id from purchases p where p.status in ('refunded', 'dispute_lost', 'removed')
  and not exists (select 1 from audit_log l where l.object = 'purchase' and l.object_id = p.id::text);

select 'I19b' as broken, s.id from subscriptions s where s.suspended_at is not null and not exists (
  select 1 from audit_log l where l.object = 'subscription' and l.action = 'suspend' and l.object_id = s.id::text);
select 'I19c' as broken, b.user_id, b.resource_id from subscription_blocks b where not exists (
  select 1 from audit_log l where l.object = 'block' and l.object_id = b.user_id || ':' || b.resource_id);

-- I20 an uploaded file has a size within its kind's limit
select 'I20' as broken, id from files
where bytes <= 0 or bytes > case kind when 'image' then 10485760 else 52428800 end;

-- I21 one payment of a sale can be made at a time, and one invoice of an organisation for a resource
select 'I21' as broken, user_id, resource_id from payment_attempts where status = 'open' and billing is null
group by user_id, resource_id, is_gift, organisation_id having count(*) > 1;
select 'I21d' as broken, organisation_id, resource_id from payment_attempts where status = 'open' and billing is not null
group by 2, 3 having count(*) > 1;

-- I21 the totals and the words that lists and search rely on are those of the listed resources
select 'I21' as broken, type, access_type, principles_bits from (
  select type, access_type, principles_bits, count(*) as resources from resources where is_listed group by 1, 2, 3
) actual full join (select * from resource_counts where resources > 0) kept using (type, access_type, principles_bits)
where actual.resources is distinct from kept.resources;
select 'I21b' as broken, word from (
  select word, count(*) as resources from resources, unnest(words_of(search_text)) as word where is_listed group by 1
) actual full join search_words kept using (word) where actual.resources is distinct from kept.resources;
select 'I21c' as broken, type, access_type, principles_bits, audience from (
  select type, access_type, principles_bits, audience, count(*) as resources
  from resources, audience_of(rapp_implementation_phase, role_affiliations) as audience where is_listed group by 1, 2, 3, 4
) actual full join (select * from resource_audience_counts where resources > 0) kept
  using (type, access_type, principles_bits, audience)
where actual.resources is distinct from kept.resources;

-- I30 never refund more of an invoice than was taken
select 'I30' as broken, i.id from invoices i join refunds r on r.invoice_id = i.id
where r.status in ('due', 'pending', 'succeeded')
group by i.id, i.paid_minor having sum(r.amount_minor) > i.paid_minor;

-- I31 an invoice that took money names its payment and its day, and pays for no purchase as well
select 'I31' as broken, id from invoices
where (paid_minor > 0 and (paid_at is null or stripe_payment_intent_id is null))
  or stripe_payment_intent_id in (select stripe_payment_intent_id from payment_attempts);

-- I35 a lost dispute of a subscription's payment ends the subscription; an appeal does not bring it back
select 'I35' as broken, s.id from subscriptions s
  join invoices i on i.stripe_subscription_id = s.stripe_subscription_id join disputes d on d.invoice_id = i.id
where d.lost_at < now() - interval '1 hour' and s.status in ('trialing', 'active', 'past_due', 'unpaid');

-- I32 a request for money back that was granted has its refund ordered
select 'I32' as broken, q.id from refund_requests q where q.status = 'granted'
  and not exists (select 1 from refunds r where r.invoice_id = q.invoice_id and r.reason = 'guarantee');

-- I33 a member has one default card
select 'I33' as broken, user_id from payment_methods where is_default group by 2 having count(*) > 1;

-- I22 the sums of analytics are those of the payments they were made from
select 'I22' as broken, day, currency, kind from (
  select day, currency, kind, sum(amount_minor) as amount_minor from analytics_lines group by 1, 2, 3
) actual full join analytics_days kept using (day, currency, kind)
where coalesce(actual.amount_minor, 0) <> coalesce(kept.amount_minor, 0);
select 'I22b' as broken, week, resource_id from (
  select date_trunc('week', day::timestamp)::date as week, resource_id, sum(opened) as opened, sum(bought) as bought,
    sum(finished) as finished
  from resource_days group by 1, 2
) actual full join resource_weeks kept using (week, resource_id)
where (coalesce(actual.opened, 0), coalesce(actual.bought, 0), coalesce(actual.finished, 0))
  <> (coalesce(kept.opened, 0), coalesce(kept.bought, 0), coalesce(kept.finished, 0));

-- I34 nothing is charged, and no trial begins, without an agreement to begin at once; a duplicate subscription is ended
-- and refunded
select 'I34' as broken, a.id from payment_attempts a where a.amount_received_minor > 0
  and not exists (select 1 from order_consents c where c.attempt_id = a.id);
select 'I34b' as broken, s.id from subscriptions s
where s.started_at is not null and not s.is_duplicate
  and not exists (select 1 from order_consents c where c.subscription_id = s.id)
  and not exists (select 1 from order_consents c join promo_checkouts k on k.id = c.promo_checkout_id
    where k.stripe_subscription_id = s.stripe_subscription_id
      or (k.user_id = s.user_id and k.promo_code_id = s.promo_code_id));

-- I35 bytes that wait for their removal belong to no upload, import or export
select 'I35' as broken, u.id from unclaimed_blobs u
where exists (select 1 from files f where f.id = u.id)
  or exists (select 1 from catalogue_imports i where i.blob_id = u.id)
  or exists (select 1 from data_exports e where e.blob_id = u.id);

-- I36 the changes of a subscription's monthly worth add up to what it is worth; a pause that began or ended a moment ago
-- is noted within the hour
select 'I36' as broken, s.id from subscriptions s
where recurring_worth(s) <> (select coalesce(sum(c.change_minor), 0) from recurring_changes c where c.subscription_id = s.id)
  and not coalesce(s.pause_starts_at between now() - interval '1 hour' and now()
    or s.pause_ends_at between now() - interval '1 hour' and now(), false);

-- I38 every payment has its invoice, and every refund that was made its credit note; the hourly comparison adds what a
-- node of the version before has recorded
select 'I38' as broken, a.id from payment_attempts a
where a.status = 'succeeded' and a.amount_received_minor > 0 and a.succeeded_at < now() - interval '2 hours'
  and not exists (select 1 from documents d where d.attempt_id = a.id and d.kind = 'invoice');
select 'I38b' as broken, i.id from invoices i
where ((i.status = 'paid' and i.total_minor > 0) or i.paid_minor > 0) and i.synced_at < now() - interval '2 hours'
  and not exists (select 1 from documents d where d.invoice_id = i.id and d.kind = 'invoice');
select 'I38c' as broken, r.id from refunds r join documents n on n.kind = 'invoice'
  and (n.attempt_id = r.attempt_id or n.invoice_id = r.invoice_id)
where r.status = 'succeeded' and r.updated_at < now() - interval '2 hours'
  and not exists (select 1 from documents d where d.refund_id = r.id);

-- I39 the numbers of documents have no gap and no repetition in a series and year, but for restored backups
select 'I39' as broken, kind, year from (
  select kind, year, count(*) as issued, min(number) as first, max(number) as last from documents group by 1, 2
) actual full join document_numbers kept using (kind, year)
where actual.issued + kept.skipped is distinct from kept.last_number or actual.first <> 1 or actual.last > kept.last_number;

-- I37 credit notes never give back more than their invoice, nor more tax
select 'I37' as broken, n.id from documents n join documents c on c.kind = 'credit_note'
  and (c.attempt_id = n.attempt_id or c.invoice_id = n.invoice_id)
  join refunds r on r.id = c.refund_id and r.status = 'succeeded'
where n.kind = 'invoice' group by n.id, n.total_minor, n.tax_minor
having sum(c.total_minor) > n.total_minor or sum(c.tax_minor) > n.tax_minor;

-- I40 administrators got a mail of every dispute that waits for an answer; a purchase whose dispute is lost is not live
select 'I40' as broken, d.stripe_dispute_id from disputes d
where d.status in ('needs_response', 'warning_needs_response') and d.due_by is not null
  and d.updated_at < now() - interval '1 hour'
  and exists (select 1 from users u where u.role = 'administrator' and u.deleted_at is null and u.created_at < d.created_at)
  and not exists (select 1 from mails m where starts_with(m.dedupe_key, 'dispute:' || d.stripe_dispute_id || ':'))
  and not exists (select 1 from mail_keys k where starts_with(k.dedupe_key, 'dispute:' || d.stripe_dispute_id || ':'));
select 'I40b' as broken, p.id from purchases p join disputes d on d.attempt_id = p.attempt_id
where p.status = 'paid' and d.lost_at < now() - interval '1 hour';

-- I42 the total of a document is its net and its taxes, and an invoice has the taxes that its payment was opened with
select 'I42' as broken, d.id from documents d
where d.total_minor <> d.tax_minor
    + (select coalesce(sum((line ->> 'amountMinor')::integer), 0) from jsonb_array_elements(d.lines) line)
  or d.tax_minor <> (select coalesce(sum((tax ->> 'amountMinor')::integer), 0) from jsonb_array_elements(d.taxes) tax);
select 'I42b' as broken, a.id from payment_attempts a join documents d on d.attempt_id = a.id and d.kind = 'invoice'
where d.taxes <> coalesce(a.tax -> 'taxes', '[]');

-- I43 no more seats are in use than were given; a seat in use belongs to a person of the organisation while it is open, and
-- one person has one seat of a kind
select 'I43' as broken, l.id from seat_lots l where l.seats <> (select count(*) from seats s where s.lot_id = l.id);
select 'I43b' as broken, s.id from seats s join seat_lots l on l.id = s.lot_id
  join organisations o on o.id = l.organisation_id and o.closed_at is null
where s.user_id is not null and s.returned_at is null and not exists (
  select 1 from organisation_people p where p.user_id = s.user_id and p.organisation_id = l.organisation_id);
select 'I43c' as broken, s.user_id, l.organisation_id, l.resource_id from seats s join seat_lots l on l.id = s.lot_id
where s.returned_at is null and s.user_id is not null and (l.ends_at is null or l.ends_at > now())
group by 2, 3, 4 having count(*) > 1;

-- I48 seats that work before their payment are those of an order whose invoice can be paid; one that was paid pauses no
-- seats, and one that was voided has none that are live
select 'I48' as broken, a.id from payment_attempts a left join seat_lots l on l.attempt_id = a.id
where a.credit_until is not null and (l.id is null or l.seats is distinct from a.seats
    or l.organisation_id is distinct from a.organisation_id or l.resource_id is distinct from a.resource_id)
  or l.id is not null and (a.credit_until is null
    or a.status in ('canceled', 'refused') and l.ends_at <= now() is not true
    or l.purchase_id is null and l.pauses_at is null or l.purchase_id is not null and l.pauses_at is not null);
select 'I48b' as broken, l.id from seat_lots l join purchases p on p.id = l.purchase_id
where l.attempt_id is not null and l.attempt_id <> p.attempt_id;

-- I44 seats that were bought are those of their purchase, and are live as long as it is, or until a closing ends them
select 'I44' as broken, p.id from purchases p left join seat_lots l on l.purchase_id = p.id
where p.seats is not null and p.status = 'paid' and l.id is null
  or l.id is not null and (l.seats is distinct from p.seats or l.organisation_id is distinct from p.organisation_id
    or l.resource_id is distinct from p.resource_id or l.ends_at <= now() is not true and p.status <> 'paid');
select 'I44b' as broken, l.id from seat_lots l join purchases p on p.id = l.purchase_id
  join organisations o on o.id = l.organisation_id
where p.status = 'paid' and o.closed_at is null and l.ends_at is not null;

-- I50 seats of the plan follow the subscription that an organisation ordered: their number while it runs, their end with it,
-- but for those of a payer by card who deleted the account
select 'I50' as broken, s.id from subscriptions s join organisations o on o.id = s.organisation_id
  left join seat_lots l on l.subscription_id = s.id
where not s.is_duplicate and s.status in ('trialing', 'active', 'past_due', 'unpaid')
  and (l.id is null and o.closed_at is null or l.seats <> s.seats or l.organisation_id <> s.organisation_id
    or l.resource_id is not null or s.status = 'active' and s.suspended_at is null and l.pauses_at is not null);
select 'I50b' as broken, l.id from seat_lots l join subscriptions s on s.id = l.subscription_id
where (s.is_duplicate or s.status in ('canceled', 'incomplete_expired')) and l.ends_at <= now() is not true
  and not exists (select from users u where u.id = s.user_id and u.deleted_at is not null and s.billing is null
    and l.ends_at <= s.current_period_end);

-- I45 a live assignment belongs to a person of its organisation, names a completion of its person and resource, and no later
-- one counts for it, but for a moment after it was made
select 'I45' as broken, a.id from assignments a where a.ended_at is null and not exists (
  select 1 from organisation_people p where p.user_id = a.user_id and p.organisation_id = a.organisation_id);
select 'I45b' as broken, a.id from assignments a join completions c on c.id = a.completion_id
where (c.user_id, c.resource_id) is distinct from (a.user_id, a.resource_id)
  or a.asks_confirmation and c.confirmed_at is null;
select 'I45c' as broken, a.id from assignments a join completions c on c.user_id = a.user_id and c.resource_id = a.resource_id
where a.ended_at is null and a.made_at < now() - interval '1 hour' and (not a.asks_confirmation or c.confirmed_at is not null)
  and c.asked_at >= a.made_at and (a.completed_at is null or c.completed_at > a.completed_at);

-- I46 each completed assignment has its certificate, and a certificate without a person is revoked and has no name
select 'I46' as broken, a.id from assignments a where a.completion_id is not null and not exists (
  select 1 from certificates c where c.completion_id = a.completion_id and c.organisation_id = a.organisation_id);
select 'I46b' as broken, c.id from certificates c
where (c.user_id is null) <> (c.revoked_at is not null) or (c.user_id is null) <> (c.holder_name is null)
  or c.user_id is null and c.shows_name;

-- I49 a closed round of an organisation knows neither who was invited nor who answered what; of sets that it shows, and of
-- no others, it keeps at least five people, and counts of as many answers to each question
select 'I49' as broken, r.id from assessment_rounds r
where r.closed_at is not null and (exists (select from assessment_round_people p where p.round_id = r.id)
  or exists (select from assessment_round_answers a where a.round_id = r.id));
select 'I49b' as broken, s.round_id, s.position from assessment_round_sets s
where coalesce(s.answered, 0) <> (select count(*) from assessment_round_shown p
  where p.round_id = s.round_id and p.position = s.position);
select 'I49c' as broken, s.round_id, s.position from assessment_round_sets s, jsonb_each(s.counts) question
where s.answered <> (select sum(value::integer) from jsonb_each_text(question.value));

-- I51 pages that are shown before buying are never all pages of a file
select 'I51' as broken, d.file_id from drawn_pages d join pdf_facts f on f.file_id = d.file_id
where f.page_count is null or d.page >= f.page_count;

-- I52 accounts and invitations are found by their present address
select 'I52' as broken, u.id from users u where u.address_key is distinct from lower(u.email collate "C");
select 'I52b' as broken, i.id from organisation_invitations i
where i.address_key is distinct from lower(i.email collate "C");

-- I53 a required connection has a domain, and an organisation's connection opens the accounts of its people alone
select 'I53' as broken, c.id from connections c
where c.state = 'enforced' and not exists (select from connection_domains d where d.connection_id = c.id);
select 'I53b' as broken, i.id from connection_identities i join connections c on c.id = i.connection_id
  join users u on u.id = i.user_id
where c.organisation_id is not null and u.deleted_at is null and not exists (
  select from organisation_people p where p.user_id = i.user_id and p.organisation_id = c.organisation_id);

-- I54 a domain leads to a connection only while its DNS record proves it for the organisation of both
select 'I54' as broken, d.domain_id from connection_domains d join connections c on c.id = d.connection_id
  join organisation_domains o on o.id = d.domain_id
where o.dns_proven_at is null or o.organisation_id is distinct from c.organisation_id or o.domain <> d.domain;

-- I55 no live sign-in through an organisation's connection is of a person outside it or of an administrator
select 'I55' as broken, s.id from sign_in_sessions s join connection_sessions w on w.session_id = s.id
  join connections c on c.id = w.connection_id
where w.through = 'provider' and c.organisation_id is not null and s.revoked_at is null and w.ends_at > now()
  and not exists (select from organisation_people p
    where p.user_id = s.user_id and p.organisation_id = c.organisation_id);

select 'I55b' as broken, s.id from sign_in_sessions s join connection_sessions w on w.session_id = s.id
  join connections c on c.id = w.connection_id join users u on u.id = s.user_id
where w.through = 'provider' and c.organisation_id is not null and s.revoked_at is null and w.ends_at > now()
  and u.role = 'administrator';

-- I62 an emergency owner is an owner of the connection's organisation, and a sign-in that waits for its code or for the
-- choice of an account is of a person in it
select 'I62' as broken, e.connection_id, e.user_id from connection_emergency_owners e
  join connections c on c.id = e.connection_id join users u on u.id = e.user_id
where u.deleted_at is null and not exists (select from organisation_people p
  where p.user_id = e.user_id and p.organisation_id = c.organisation_id and p.role = 'owner');
select 'I62b' as broken, w.connection_id, w.user_id from connection_pending w join connections c on c.id = w.connection_id
  join users u on u.id = w.user_id
where w.kind <> 'link' and c.organisation_id is not null and u.deleted_at is null and not exists (
  select from organisation_people p where p.user_id = w.user_id and p.organisation_id = c.organisation_id);

-- I56 a passed attempt completed its resource, on its own or by a better attempt of that day, and no other attempt did
select 'I56' as broken, a.id from check_attempts a
where a.passed and not exists (select from completions c where c.user_id = a.user_id and c.resource_id = a.resource_id)
  -- A path is completed by all of its steps.
  and not exists (select from resources r where r.id = a.resource_id and r.path is not null);
select 'I56b' as broken, a.id from check_attempts a join completions c on c.id = a.completion_id
where a.passed is not true or (c.user_id, c.resource_id) is distinct from (a.user_id, a.resource_id);

-- I57 an attempt draws questions of its version, and answers no others
select 'I57' as broken, a.id from check_attempts a
  join knowledge_check_versions v on v.resource_id = a.resource_id and v.version = a.version
where exists (select from unnest(a.drawn) drawn where not exists (
    select from jsonb_array_elements(v.content -> 'questions') q where q ->> 'id' = drawn))
  or exists (select from jsonb_object_keys(a.answers) answered where answered <> all (a.drawn));

-- I60 only the current badge of a certificate that is not revoked keeps its credential and can be shared
select 'I60' as broken, b.id from badges b join certificates c on c.id = b.certificate_id
where (b.credential is not null or b.is_shared) and (c.revoked_at is not null or b.superseded_at is not null);

-- I61 a resource that is listed did not leave the catalogue
select 'I61' as broken, id from resources where is_listed and unlisted_at is not null;
