import type { AccessType, RappPhase, RappPrinciple, ResourceType } from '#contract/catalogue/catalogue.ts';
import type { PathContent } from '#contract/catalogue/paths.ts';
import type { AdminResource, AdminResourceQuery, PublishStatus } from '#contract/catalogue/publishing.ts';
import {
  type BulkChange,
  type ResourcePatch,
  resourceLimits,
  titleCodePoints,
} from '#contract/catalogue/publishing-forms.ts';
import { firstCharacters } from '#contract/characters.ts';
import { sameForm } from '#contract/same-texts.ts';
import type { ResourceRow } from '#server/catalogue/catalogue/columns.ts';
import { showResource } from '#server/catalogue/catalogue/rules.ts';
import { bitsOfAny } from '#server/catalogue/search/rules.ts';

/** Filter of the administrator's list. Every word must match; `null` and empty lists restrict nothing. */
export type KeptFilter = {
  words: string[];
  type: ResourceType | null;
  accessType: AccessType | null;
  status: PublishStatus | null;
  principlesBits: number[];
  phase: RappPhase | null;
};

export function keptFilterOf(query: Omit<AdminResourceQuery, 'sort' | 'page' | 'pageSize'>): KeptFilter {
  return {
    words: [...new Set(query.search.split(/\s+/).filter((word) => word !== ''))],
    type: query.type ?? null,
    accessType: query.accessType ?? null,
    status: query.status ?? null,
    principlesBits: query.rappPrinciples ? bitsOfAny([query.rappPrinciples]) : [],
    phase: query.rappImplementationPhase ?? null,
  };
}

/** Returns the title of a copy; cut to the maximum length of a title. */
export function copyTitle(title: string): string {
  return firstCharacters(`Copy of ${title}`, resourceLimits.title, titleCodePoints).trimEnd();
}

/** Returns the change that a bulk action makes to a resource; null when it changes nothing. */
export function bulkPatchOf(resource: Changeable, change: BulkEdit): ResourcePatch | null {
  const { is_published: isPublished, publish_at: publishAt, tags } = resource;
  const held = resource.rapp_principles;
  switch (change.action) {
    case 'publish':
      return isPublished ? null : { isPublished: true };
    case 'unpublish':
      return isPublished || publishAt ? { isPublished: false, publishAt: null } : null;
    case 'add-tag':
      return hasTag(tags, change.tag) ? null : { tags: [...tags, change.tag] };
    case 'remove-tag':
      return hasTag(tags, change.tag) ? { tags: tags.filter((tag) => sameForm(tag) !== sameForm(change.tag)) } : null;
    case 'add-principles': {
      // Added at the end, because the first principle sets the colour of the cover.
      const rappPrinciples = [...new Set([...held, ...change.principles])];
      return rappPrinciples.length > held.length ? { rappPrinciples } : null;
    }
    case 'remove-principles': {
      const rappPrinciples = held.filter((principle) => !change.principles.includes(principle));
      return rappPrinciples.length < held.length ? { rappPrinciples } : null;
    }
  }
}

const hasTag = (tags: readonly string[], sought: string) => tags.some((tag) => sameForm(tag) === sameForm(sought));

type Changeable = { is_published: boolean; publish_at: Date | null; tags: string[]; rapp_principles: RappPrinciple[] };
type BulkEdit = Exclude<BulkChange, { action: 'delete' }>;

/** Converts a row to a whole resource for administrators. */
export function showAdminResource(row: ResourceRow): AdminResource {
  return {
    ...showResource(row, 'administrator'),
    publishAt: row.publish_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    // Safe cast, because forms accept nothing else.
    path: row.path as PathContent | null,
  };
}

/** Fields that the server sets, so that `formOf` leaves them out. */
type KeptByServer = 'id' | 'createdAt' | 'stripeProductId' | 'readingMinutes' | 'updatedAt';

/** Returns a resource's form, for changes of single fields and for the audit log. */
export function formOf(row: ResourceRow): Omit<AdminResource, KeptByServer> {
  const {
    id: _id,
    createdAt: _createdAt,
    stripeProductId: _stripeProductId,
    readingMinutes: _readingMinutes,
    updatedAt: _updatedAt,
    ...form
  } = showAdminResource(row);
  return form;
}
