-- When the bank took the money of a disputed payment for good. An appeal leaves it with the bank until it is won, so the
-- loss keeps its day (https://docs.stripe.com/api/disputes/object). A trigger keeps it, for nodes of the version before too.
alter table disputes add column lost_at timestamptz;
create function note_dispute_loss() returns trigger language plpgsql as $$
begin
  new.lost_at := case when new.status = 'lost' or starts_with(new.status, 'appeal_')
    then coalesce(case when tg_op = 'UPDATE' then old.lost_at end, new.updated_at) end;
  return new;
end $$;
create trigger disputes_lost before insert or update of status on disputes
  for each row execute function note_dispute_loss();
update disputes set lost_at = updated_at where status = 'lost' or starts_with(status, 'appeal_');

-- Analytics counts a loss from then on.
do $$ begin
  execute replace(pg_get_functiondef('fold_analytics(integer)'::regprocedure),
    'select attempt_id, invoice_id, updated_at, stripe_dispute_id, amount_minor from disputes where status = ''lost''',
    'select attempt_id, invoice_id, lost_at, stripe_dispute_id, amount_minor from disputes where lost_at is not null');
end $$;
