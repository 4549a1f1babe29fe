import type { AdminResource, BulkOutcome } from '#contract/publishing.ts';
import type { BulkAction } from '#contract/publishing-forms.ts';

/** "1 resource", "12 resources". */
export function countText(count: number): string {
  return count === 1 ? '1 resource' : `${count} resources`;
}

/** Who keeps a withdrawn resource. @param owners at least 1 */
export function keptByText(owners: number): string {
  return owners === 1 ? '1 member who bought it keeps it.' : `${owners} members who bought it keep it.`;
}

/** The buttons of the bar and of its dialog. */
export const bulkLabels: Record<BulkAction, string> = {
  publish: 'Publish',
  unpublish: 'Unpublish',
  'add-tag': 'Add Tag',
  'remove-tag': 'Remove Tag',
  'add-principles': 'Add Philosophies',
  'remove-principles': 'Remove Philosophies',
  delete: 'Delete',
};

/** The question of the dialog: "Publish 12 resources?". */
export function bulkTitle(action: BulkAction, count: number): string {
  if (action === 'add-tag') return `Add a tag to ${countText(count)}?`;
  if (action === 'remove-tag') return `Remove a tag from ${countText(count)}?`;
  if (action === 'add-principles') return `Add philosophies to ${countText(count)}?`;
  if (action === 'remove-principles') return `Remove philosophies from ${countText(count)}?`;
  return `${bulkLabels[action]} ${countText(count)}?`;
}

type Standing = Pick<AdminResource, 'isPublished' | 'publishAt'>;

/** What will happen, for the actions that need nobody else to be asked. */
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
      return `They become drafts, which only administrators see; whoever bought one keeps it.${cleared}`;
    }
    case 'add-tag':
      return 'Those that have the tag already stay as they are.';
    case 'remove-tag':
      return 'Those that do not have the tag stay as they are.';
    case 'add-principles':
      return 'They go behind those that a resource has; its first one still leads.';
    case 'remove-principles':
      return 'The others stay. A resource may be left without any.';
  }
}

/**
 * What deleting will do.
 * @param owned how many of the chosen resources somebody has bought
 */
export function deleteEffect(count: number, owned: number): string {
  const all = `${count === 1 ? 'It leaves' : 'They leave'} every list, and this cannot be undone.`;
  if (owned === 0) return `${all} ${count === 1 ? 'No member has bought it.' : 'No member has bought one of them.'}`;
  if (count === 1) return `${all} It is owned by members and will be withdrawn: they keep it.`;
  return `${all} ${owned} of these ${isOrAre(owned)} owned by members and will be withdrawn: they keep ${owned === 1 ? 'it' : 'them'}.`;
}

/** The title of the toast when everything was done. */
export function doneText(action: BulkAction, outcomes: readonly BulkOutcome[]): string {
  const changed = countText(outcomes.filter(({ outcome }) => outcome === 'changed').length);
  const done: Record<BulkAction, string> = {
    publish: `${changed} published`,
    unpublish: `${changed} unpublished`,
    'add-tag': `Tag added to ${changed}`,
    'remove-tag': `Tag removed from ${changed}`,
    'add-principles': `Philosophies added to ${changed}`,
    'remove-principles': `Philosophies removed from ${changed}`,
    delete: `${changed} deleted`,
  };
  return done[action];
}

const isOrAre = (count: number) => (count === 1 ? 'is' : 'are');
