import type { Db } from '#server/platform/database/db.ts';
import type { FoundCount } from './count-rules.ts';
import { conditionsOf } from './filter-store.ts';
import type { Filter } from './rules.ts';
import type { Search } from './search-rules.ts';
import { matchesOf } from './search-store.ts';

/** How many listed resources that fit a filter are for each phase and role; the filter asks for neither. */
export async function listAudienceCounts(db: Db, filter: Filter): Promise<{ audience: string; resources: number }[]> {
  const conditions = conditionsOf(filter, 0);
  return db.prepared(
    `catalogue.list_audience_counts.${conditions.name}`,
    `select audience, sum(resources)::integer as resources from resource_audience_counts
     where resources > 0${conditions.sql} group by audience`,
    conditions.values,
  );
}

type FoundBy = { search: Search; filter: Filter; most: number };

/** What matches a search and a filter, counted by everything that filters ask for; no more than `most` resources are looked at. */
export async function listFoundCounts(db: Db, { search, filter, most }: FoundBy): Promise<FoundCount[]> {
  const matches = matchesOf(search, filter, 1);
  return db.prepared<FoundCount>(
    `catalogue.list_found_counts.${matches.name}`,
    `with found as materialized (
       select type, access_type, principles_bits, rapp_implementation_phase as phases, role_affiliations as roles
       from resources where is_listed${matches.sql} limit $1
     )
     select type, access_type, principles_bits, phases, roles, count(*)::integer as resources
     from found group by type, access_type, principles_bits, phases, roles`,
    [most, ...matches.values],
  );
}
