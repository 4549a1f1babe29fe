import {
  type AccessType,
  accessTypes,
  type RappPhase,
  type RappPrinciple,
  type ResourceType,
  rappPhases,
  rappPrinciples,
  resourceTypes,
} from '#contract/catalogue.ts';
import {
  type AdminResourceSort,
  adminResourceSorts,
  type PublishStatus,
  publishStatuses,
} from '#contract/catalogue-admin.ts';

type Search = Record<string, string | string[] | undefined>;

/** What the address says of the tab: what the list is narrowed to, its order and its page. */
export type ResourceState = {
  search: string;
  type: ResourceType | null;
  accessType: AccessType | null;
  status: PublishStatus | null;
  rappPrinciples: RappPrinciple | null;
  rappImplementationPhase: RappPhase | null;
  sort: AdminResourceSort;
  page: number;
};

export const allResources: ResourceState = {
  search: '',
  type: null,
  accessType: null,
  status: null,
  rappPrinciples: null,
  rappImplementationPhase: null,
  sort: 'created_at',
  page: 1,
};

const longestSearch = 100;

/** Reads the tab's state; what makes no sense has its usual value. */
export function readResourceState(search: Search): ResourceState {
  const page = Number(search.page);
  return {
    search: typeof search.search === 'string' ? search.search.slice(0, longestSearch) : '',
    type: oneOf(resourceTypes, search.type),
    accessType: oneOf(accessTypes, search.accessType),
    status: oneOf(publishStatuses, search.status),
    rappPrinciples: oneOf(rappPrinciples, search.rappPrinciples),
    rappImplementationPhase: oneOf(rappPhases, search.rappImplementationPhase),
    sort: oneOf(adminResourceSorts, search.sort) ?? 'created_at',
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

/** The same as a query, for the address and for the call; usual values and empty ones are left out. */
export function resourceQueryOf({ page, sort, ...narrowing }: ResourceState) {
  const asked = Object.entries(narrowing).filter(([, value]) => value !== null && value !== '');
  return {
    ...(Object.fromEntries(asked) as Asked),
    sort: sort === 'created_at' ? undefined : sort,
    page: page > 1 ? page : undefined,
  };
}

// What is null was filtered out just before.
type Asked = { [Name in keyof Omit<ResourceState, 'page' | 'sort'>]?: Exclude<ResourceState[Name], null> };

/** How many filters are set. */
export function filterCount({ page, sort, search, ...filters }: ResourceState): number {
  return Object.values(filters).filter((value) => value !== null).length;
}

/** Whether the list shows less than there is. */
export function isNarrowed(state: ResourceState): boolean {
  return state.search !== '' || filterCount(state) > 0;
}

function oneOf<Value extends string>(values: readonly Value[], given: string | string[] | undefined): Value | null {
  return values.find((value) => value === given) ?? null;
}
