import type { AssessmentNeeds } from '#contract/assessment.ts';
import { listUnserved } from '#server/features/catalogue/tag-actions.ts';
import type { Context } from '#server/platform/context.ts';
import { currentContent } from './content-rules.ts';
import { fewestMembers, gapsOf, keyOfTags, mostNeeded, neededActions, needsToCount } from './need-rules.ts';
import { countMembersByNeed } from './store.ts';

/** What members' latest attempts under the present version need, and what the catalogue lacks for it. */
export async function getNeeds(ctx: Context): Promise<AssessmentNeeds> {
  const content = currentContent();
  const counts = await countMembersByNeed(ctx.db, content.version, needsToCount(content));
  const asked = new Map(neededActions(content).map(({ action }) => [keyOfTags(action), action]));
  const unserved = await listUnserved(ctx, [...asked.values()]);
  return {
    contentVersion: content.version,
    fewest: fewestMembers,
    actions: mostNeeded(content, counts),
    gaps: gapsOf(content, counts, unserved),
  };
}
