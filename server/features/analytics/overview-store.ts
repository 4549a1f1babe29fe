import { sql } from 'kysely';
import type { AccessType, RappPhase, RappPrinciple, ResourceType } from '#contract/catalogue.ts';
import type { Db } from '#server/platform/database/db.ts';

/** Resources that are alike, and how many of them there are. */
export type ResourceGroup = {
  type: ResourceType;
  accessType: AccessType;
  resources: number;
  published: number;
  added: number;
};

/** Every resource that is not withdrawn, counted by what it is and how it is sold. */
export async function listResourceGroups(db: Db): Promise<ResourceGroup[]> {
  const { rows } = await sql<ResourceGroup>`
    select type, access_type as "accessType", count(*) as resources, count(*) filter (where is_listed) as published,
      count(*) filter (where created_at > now() - interval '30 days') as added
    from resources where withdrawn_at is null group by 1, 2`.execute(db.kysely);
  return rows;
}

/** How many accounts there are, and how many were opened in the last 30 days. */
export async function countUsers(db: Db): Promise<{ total: number; added: number }> {
  const { rows } = await sql<{ total: number; added: number }>`
    select count(*) as total, count(*) filter (where created_at > now() - interval '30 days') as added
    from users where deleted_at is null`.execute(db.kysely);
  return rows[0] ?? { total: 0, added: 0 };
}

export type Covered = { principle: RappPrinciple; phase: RappPhase; resources: number };

/** Published resources by principle and phase; what has none is left out. */
export async function listCoverage(db: Db): Promise<Covered[]> {
  const { rows } = await sql<Covered>`
    select principle, phase, count(*) as resources
    from resources, unnest(rapp_principles) as principle, unnest(rapp_implementation_phase) as phase
    where is_listed group by 1, 2`.execute(db.kysely);
  return rows;
}
