-- When a resource left the catalogue, for programs that mirror it (APIKEY-06); null while it is listed, and for a draft
-- that never was.
alter table resources add column unlisted_at timestamptz;

create function note_unlisted() returns trigger language plpgsql as $$
begin
  -- `is_listed` is computed after this trigger.
  if new.is_published and new.withdrawn_at is null then
    new.unlisted_at := null;
  elsif old.is_listed then
    new.unlisted_at := now();
  end if;
  return new;
end $$;
create trigger resources_unlisted before update of is_published, withdrawn_at on resources
  for each row execute function note_unlisted();
