import type { PublicResource } from '#contract/pages/storefront.ts';
import type { RenderLink } from '#web/platform/link.tsx';
import { stepFacts, stepTitle } from './path-display.ts';
import { StepList } from './StepList.tsx';

export type OutlinePartProps = {
  sections: NonNullable<PublicResource['outline']>['sections'];
  linkOf: (resource: { id: number; title: string }) => RenderLink;
};

/** Steps of a learning path without anybody's progress, for visitors and previews (PATH-04). */
export function OutlinePart({ sections, linkOf }: OutlinePartProps) {
  return (
    <StepList
      sections={sections.map((section) => ({
        ...section,
        steps: section.steps.map((step) => {
          const { id, number, kind, resource } = step;
          const title = stepTitle(step);
          const isLinked = kind === 'resource' && resource !== null;
          return {
            id,
            number,
            state: null,
            kind,
            resource,
            facts: stepFacts(step),
            title: isLinked ? linkOf(resource)({ className: 'hover:underline', children: title }) : title,
            aside:
              isLinked && resource.accessType === 'free' ? <span className="text-muted-foreground">Free</span> : null,
          };
        }),
      }))}
    />
  );
}
