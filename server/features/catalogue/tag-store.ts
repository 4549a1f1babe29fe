import type { RappPhase, RappPrinciple, RoleAffiliation } from '#contract/catalogue.ts';
import type { Db } from '#server/platform/database/db.ts';
import { type SummaryRow, summaryColumns } from './columns.ts';

/** What a resource can be about, together. */
export type Tags = { principle: RappPrinciple; phase: RappPhase; role: RoleAffiliation };

/** Listed resources of the phase: those that share the principle first, then the role, then the cheapest. */
export async function listTagged(db: Db, { principle, phase, role }: Tags, limit: number): Promise<SummaryRow[]> {
  return db.prepared<SummaryRow>(
    'catalogue.list_tagged',
    `select ${summaryColumns} from resources r where is_listed and $2 = any (rapp_implementation_phase)
     order by $1 = any (rapp_principles) desc, $3 = any (role_affiliations) desc, shown_price_minor, id limit $4`,
    [principle, phase, role, limit],
  );
}

/** Those of these tags that no listed resource has together. */
export async function listUnserved(db: Db, tags: readonly Tags[]): Promise<Tags[]> {
  return db.prepared<Tags>(
    'catalogue.list_unserved',
    `select principle, phase, role from unnest($1::text[], $2::text[], $3::text[]) as wanted (principle, phase, role)
     where not exists (
       select from resources where is_listed and rapp_principles @> array[principle]
         and rapp_implementation_phase @> array[phase] and role_affiliations @> array[role])`,
    [tags.map(({ principle }) => principle), tags.map(({ phase }) => phase), tags.map(({ role }) => role)],
  );
}
