import type { AccessType, Resource, ResourceType } from '#contract/catalogue/catalogue.ts';
import type { AdminResource, BulkOutcome, PublishStatus } from '#contract/catalogue/publishing.ts';
import type { BulkAction } from '#contract/catalogue/publishing-forms.ts';
import { formatMoney, minimumCharge, toMajor } from '#contract/money.ts';
import { dateAndTime } from '#web/dates.ts';
import { instantOf, zoneName } from '#web/local-time.ts';
import { typeNames } from '../catalogue/display.ts';

type Tile = {
  type: ResourceType;
  description: string;
  /** Whether the type is one of the two that come first, with wider tiles. */
  isSpecialised: boolean;
};

/** Types that can be added, in the order of their tiles (ADM-RES-06). */
export const typeTiles: readonly Tile[] = [
  { type: 'downloadable_template', description: 'A file members download.', isSpecialised: true },
  { type: 'online_tool', description: 'Linked to an online product.', isSpecialised: true },
  { type: 'report', description: 'Findings and evidence.', isSpecialised: false },
  { type: 'insight', description: 'A short, focused view.', isSpecialised: false },
  { type: 'newsletter', description: 'A dated issue.', isSpecialised: false },
  { type: 'book', description: 'A title, printed or digital.', isSpecialised: false },
  { type: 'article', description: 'A text to read in the portal.', isSpecialised: false },
  { type: 'bundle', description: 'Resources sold at one price.', isSpecialised: false },
  { type: 'path', description: 'Resources done step by step.', isSpecialised: false },
];

/** Returns the form that edits a type (ADM-RES-07). */
export function formKindOf(type: ResourceType): 'template' | 'tool' | 'bundle' | 'path' | 'generic' {
  if (type === 'downloadable_template') return 'template';
  if (type === 'bundle' || type === 'path') return type;
  return type === 'online_tool' ? 'tool' : 'generic';
}

/** Types that the generic form offers. */
export const genericTypes: readonly ResourceType[] = ['report', 'insight', 'newsletter', 'book', 'article', 'other'];

/** Types whose text is usually written in the portal. */
export const writtenTypes: readonly ResourceType[] = ['article', 'insight', 'newsletter'];

const savedNouns = {
  template: 'Template',
  tool: 'Online Tool',
  bundle: 'Bundle',
  path: 'Learning Path',
  generic: 'Resource',
};

/** Returns the label of the save button (LABEL-13, ADM-TOOL-04). */
export function saveLabel(type: ResourceType, isNew: boolean): string {
  return `${isNew ? 'Create' : 'Update'} ${savedNouns[formKindOf(type)]}`;
}

/**
 * Returns the label of the save button, with the publication time if saving schedules the draft.
 * @param localTime value of the form's time field
 */
export function scheduledSaveLabel(label: string, localTime: string): string {
  const publishes = scheduledTime(localTime);
  return publishes === null ? label : `${label} and publish on ${publishes}`;
}

/** Returns the title of the toast after a failed save (ADM-RES-11). */
export function saveFailureTitle(type: ResourceType, isNew: boolean): string {
  return type === 'online_tool' ? `Failed to ${isNew ? 'create' : 'update'} online tool resource` : 'Error';
}

/** Returns the title of a form's page. */
export function dialogTitle(type: ResourceType | null, isNew: boolean): string {
  if (type === null) return 'Add Resource';
  return `${isNew ? 'Add' : 'Edit'} ${type === 'other' ? 'Resource' : typeNames[type]}`;
}

/** Returns "Needed before publishing: at least £0.30." (ADM-RES-16) */
export function priceHint(currency: string): string {
  const minimum = formatMoney(toMajor(minimumCharge(currency), currency), currency);
  return `Needed before publishing: at least ${minimum}.`;
}

/** Returns the sign of a currency: "£" for GBP, or the code when a currency has no sign. */
export function currencySign(currency: string): string {
  const parts = new Intl.NumberFormat('en-GB', { style: 'currency', currency }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

export function statusOf({ isPublished, publishAt }: Pick<AdminResource, 'isPublished' | 'publishAt'>): PublishStatus {
  if (isPublished) return 'published';
  return publishAt === null ? 'draft' : 'scheduled';
}

/** Returns the hint below the publication time: the time with its zone, or the meaning of an empty field. */
export function scheduleHint(localTime: string): string {
  const zone = zoneName();
  const publishes = scheduledTime(localTime);
  if (publishes === null) return `Leave it empty to keep a draft. The time is that of ${zone}.`;
  return `Publishes ${publishes} (${zone}).`;
}

/** Returns the time of the form's field in words; null for an empty or invalid one. */
function scheduledTime(localTime: string): string | null {
  const instant = instantOf(localTime);
  return instant === null || Number.isNaN(Date.parse(instant)) ? null : dateAndTime(instant);
}

type ShownRange = { page: number; pageSize: number; totalCount: number; isMinimum: boolean };

/** Returns "Showing 21 to 40 of 47 resources", with "more than" when the portal stopped counting. */
export function shownRange({ page, pageSize, totalCount, isMinimum }: ShownRange): string {
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, totalCount);
  const all = isMinimum ? `more than ${totalCount}` : totalCount;
  return `Showing ${first} to ${last} of ${all} ${totalCount === 1 ? 'resource' : 'resources'}`;
}

type Subscribable = Pick<Resource, 'id' | 'monthlyPrice' | 'annualPrice'>;

/**
 * Finds the price that the typed one undercuts. One subscription opens every subscription resource, so a price below
 * the others' undercuts them all.
 * @param typed major units, as text
 * @param others the other subscription resources
 * @returns the lowest price of the others in major units; null when the typed one is empty or not below
 */
export function undercutPrice(
  typed: string,
  interval: 'monthlyPrice' | 'annualPrice',
  others: readonly Subscribable[],
): number | null {
  const amounts = others.flatMap((resource) => resource[interval] ?? []);
  if (typed.trim() === '' || amounts.length === 0) return null;
  const lowest = Math.min(...amounts);
  return Number(typed) < lowest ? lowest : null;
}

export const accessHints: Record<AccessType, string> = {
  free: 'Open to every member.',
  purchase: 'Bought once, kept for good.',
  subscription: 'Open while a subscription runs.',
};

/** Sorts titles that begin with the text first, then those with a word that does; each group keeps its order. */
export function byMatch<One extends { title: string }>(found: readonly One[], text: string): One[] {
  const sought = text.toLocaleLowerCase();
  const rank = ({ title }: One) => {
    const lower = title.toLocaleLowerCase();
    return lower.startsWith(sought) ? 0 : lower.includes(` ${sought}`) ? 1 : 2;
  };
  return found.toSorted((one, other) => rank(one) - rank(other));
}

/** Returns the list with one entry a step earlier or later. */
export function moved<Entry>(entries: readonly Entry[], place: number, step: -1 | 1): Entry[] {
  const entry = entries[place];
  return entry === undefined ? [...entries] : entries.toSpliced(place, 1).toSpliced(place + step, 0, entry);
}

/** Returns "1 resource" or "12 resources". */
export function countText(count: number): string {
  return count === 1 ? '1 resource' : `${count} resources`;
}

/**
 * Returns a sentence about the members who keep a withdrawn resource.
 * @param owners at least 1
 */
export function keptByText(owners: number): string {
  return owners === 1 ? '1 member who bought it keeps it.' : `${owners} members who bought it keep it.`;
}

export const bulkLabels: Record<BulkAction, string> = {
  publish: 'Publish',
  unpublish: 'Unpublish',
  'add-tag': 'Add tag',
  'remove-tag': 'Remove tag',
  'add-principles': 'Add principles',
  'remove-principles': 'Remove principles',
  delete: 'Delete',
};

/** Returns the question of the dialog, such as "Publish 12 resources?". */
export function bulkTitle(action: BulkAction, count: number): string {
  if (action === 'add-tag') return `Add a tag to ${countText(count)}?`;
  if (action === 'remove-tag') return `Remove a tag from ${countText(count)}?`;
  if (action === 'add-principles') return `Add principles to ${countText(count)}?`;
  if (action === 'remove-principles') return `Remove principles from ${countText(count)}?`;
  return `${bulkLabels[action]} ${countText(count)}?`;
}

type Standing = Pick<AdminResource, 'isPublished' | 'publishAt'>;

/**
 * Returns the effect of an action on the selected resources. `deleteEffect` does so for deleting, which needs the
 * number of owners.
 */
export function bulkEffect(action: Exclude<BulkAction, 'delete'>, resources: readonly Standing[]): string {
  const published = resources.filter(({ isPublished }) => isPublished).length;
  const scheduled = resources.filter(({ publishAt }) => publishAt !== null).length;
  switch (action) {
    case 'publish': {
      const already = published > 0 ? ` ${published} ${isOrAre(published)} published already.` : '';
      const sooner = scheduled > 0 ? ` ${scheduled} ${isOrAre(scheduled)} published now, not at the set time.` : '';
      return `Members see them at once.${already}${sooner}`;
    }
    case 'unpublish': {
      const cleared = scheduled > 0 ? ` ${scheduled} ${isOrAre(scheduled)} not published at the set time.` : '';
      return `They become drafts, which only administrators see; members who bought one keep it.${cleared}`;
    }
    case 'add-tag':
      return 'Those that have the tag already stay as they are.';
    case 'remove-tag':
      return 'Those that do not have the tag stay as they are.';
    case 'add-principles':
      return 'They are added after those that a resource has; its first one still leads.';
    case 'remove-principles':
      return 'The others stay. A resource may be left without any.';
  }
}

/**
 * Returns the effect of deleting.
 * @param owned number of chosen resources that members have bought
 */
export function deleteEffect(count: number, owned: number): string {
  const all = `${count === 1 ? 'It leaves' : 'They leave'} every list, and this cannot be undone.`;
  if (owned === 0) return `${all} ${count === 1 ? 'No member has bought it.' : 'No member has bought one of them.'}`;
  if (count === 1) return `${all} It is owned by members and will be withdrawn: they keep it.`;
  return `${all} ${owned} of these ${isOrAre(owned)} owned by members and will be withdrawn: they keep ${owned === 1 ? 'it' : 'them'}.`;
}

/** Returns the title of the toast after a bulk action; it counts changed resources only. */
export function doneText(action: BulkAction, outcomes: readonly BulkOutcome[]): string {
  const changed = countText(outcomes.filter(({ outcome }) => outcome === 'changed').length);
  const done: Record<BulkAction, string> = {
    publish: `${changed} published`,
    unpublish: `${changed} unpublished`,
    'add-tag': `Tag added to ${changed}`,
    'remove-tag': `Tag removed from ${changed}`,
    'add-principles': `Principles added to ${changed}`,
    'remove-principles': `Principles removed from ${changed}`,
    delete: `${changed} deleted`,
  };
  return done[action];
}

const isOrAre = (count: number) => (count === 1 ? 'is' : 'are');
