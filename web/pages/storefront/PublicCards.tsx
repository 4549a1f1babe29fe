import { publicParams } from '#contract/pages/storefront.endpoints.ts';
import type { PublicSummary } from '#contract/pages/storefront.ts';
import { SummaryCard } from '#web/catalogue/catalogue/ResourceCards.tsx';
import { cardLabel } from '#web/commerce/access/display.ts';
import { linkTo } from '#web/platform/link.tsx';

// Covers of the first row on a wide screen are in view from the start.
const promptCount = 3;

type PublicCardsProps = { resources: readonly PublicSummary[]; arePrompt?: boolean; className?: string };

/** Cards of resources for visitors, labelled by access type. */
export function PublicCards({ resources, arePrompt = false, className = '' }: PublicCardsProps) {
  return (
    <div className={`card-grid ${className}`}>
      {resources.map((resource, index) => (
        <SummaryCard
          key={resource.id}
          resource={resource}
          accessLabel={cardLabel(resource.accessType, undefined)}
          link={linkTo({ to: '/catalogue/$id/$slug', params: publicParams(resource) })}
          isPrompt={arePrompt && index < promptCount}
        />
      ))}
    </div>
  );
}
