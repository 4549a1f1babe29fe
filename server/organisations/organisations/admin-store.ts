import { type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import { containing } from '#server/platform/database/like.ts';

export type OrganisationRow = Pick<
  Selectable<Tables['organisations']>,
  'id' | 'name' | 'created_at' | 'closed_at' | 'confirmed_at'
> & {
  owner: string | null;
  people: number;
  seats: number;
  seats_in_use: number;
};

type Sought = { search: string; state: 'open' | 'closed' | null };

export function listOrganisations(
  db: Db,
  { limit, offset, ...sought }: Sought & { limit: number; offset: number },
): Promise<OrganisationRow[]> {
  return withFigures(organisations(db, sought)).orderBy('o.id', 'desc').limit(limit).offset(offset).execute();
}

export async function countOrganisations(db: Db, sought: Sought): Promise<number> {
  const { total } = await organisations(db, sought)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Finds an organisation, closed ones too. */
export async function findOrganisation(db: Db, id: number): Promise<OrganisationRow | null> {
  const row = await withFigures(organisations(db, { search: '', state: null }))
    .where('o.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Records whether an administrator confirms an organisation; one that is confirmed already keeps its time. */
export async function updateConfirmed(db: Db, id: number, isConfirmed: boolean): Promise<void> {
  await db.kysely
    .updateTable('organisations')
    .set({ confirmed_at: isConfirmed ? sql`coalesce(confirmed_at, now())` : null })
    .where('id', '=', id)
    .execute();
}

/** Returns the name of an organisation, closed or not. */
export async function getName(db: Db, id: number): Promise<string> {
  const { name } = await db.kysely
    .selectFrom('organisations')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return name;
}

/** Counts the invitations of an organisation that can still be accepted. */
export async function countInvitations(db: Db, organisationId: number): Promise<number> {
  const { total } = await db.kysely
    .selectFrom('organisation_invitations')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('organisation_id', '=', organisationId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return total;
}

/** Finds the member with this comparable address, if the address is verified. */
export async function findMember(db: Db, email: string): Promise<number | null> {
  const row = await db.kysely
    .selectFrom('users')
    .select('id')
    .where('address_key', '=', email)
    .where('email_verified_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

function organisations(db: Db, { search, state }: Sought) {
  const all = db.kysely.selectFrom('organisations as o');
  const ofState = state === null ? all : all.where('o.closed_at', state === 'open' ? 'is' : 'is not', null);
  if (search === '') return ofState;
  const pattern = containing(search);
  return ofState.where(
    sql<boolean>`(o.name ilike ${pattern} or exists (
      select from organisation_people p join users u on u.id = p.user_id where p.organisation_id = o.id and p.role = 'owner'
        and u.first_name || ' ' || u.last_name || ' ' || u.email ilike ${pattern}))`,
  );
}

function withFigures(query: ReturnType<typeof organisations>) {
  const live = sql`l.organisation_id = o.id and (l.ends_at is null or l.ends_at > now())`;
  return query.select([
    'o.id',
    'o.name',
    'o.created_at',
    'o.closed_at',
    'o.confirmed_at',
    sql<
      string | null
    >`(select trim(u.first_name || ' ' || u.last_name) from organisation_people p join users u on u.id = p.user_id
      where p.organisation_id = o.id and p.role = 'owner' order by p.joined_at, u.id limit 1)`.as('owner'),
    sql<number>`(select count(*)::integer from organisation_people p where p.organisation_id = o.id)`.as('people'),
    sql<number>`(select coalesce(sum(l.seats), 0)::integer from seat_lots l where ${live})`.as('seats'),
    sql<number>`(select count(*)::integer from seat_lots l join seats s on s.lot_id = l.id
      where ${live} and s.user_id is not null and s.returned_at is null)`.as('seats_in_use'),
  ]);
}
