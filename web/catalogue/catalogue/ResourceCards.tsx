import { memo, useState } from 'react';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import type { PublicSummary } from '#contract/pages/storefront.ts';
import { type AccessMap, useAccess } from '#web/commerce/access/api.ts';
import { cardLabel } from '#web/commerce/access/display.ts';
import { useDoneWord } from '#web/learning/library/api.ts';
import { CardSaveButton } from '#web/learning/library/SaveButton.tsx';
import { usePortalConfig } from '#web/platform/config.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { linkTo } from '#web/platform/link.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Price } from '#web/ui/Price.tsx';
import { ResourceCard, type ResourceCardProps, ResourceCardSkeleton } from '#web/ui/ResourceCard.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { linesOf, shownPrice, typeNames } from './display.ts';

const purchaseDialog = lazyDialog(async () => (await import('./PurchaseDialog.tsx')).PurchaseDialog);

export type ResourceCardsProps = {
  resources: readonly ResourceSummary[];
  /** Whether a resource for sale has a "Purchase" button (DASH-06). */
  offersPurchase?: boolean;
  headingLevel?: 2 | 3;
  className?: string;
  /** Access that the screen has fetched together with that of other resources. */
  access?: AccessMap;
};

// Covers of the first row on a wide screen are in view from the start.
const promptCount = 3;

/** Cards of resources, labelled by the member's access to them. */
export function ResourceCards({
  resources,
  offersPurchase,
  headingLevel,
  className = '',
  access: known,
}: ResourceCardsProps) {
  const asked = useAccess(known ? undefined : resources.map(({ id }) => id));
  const access = known ?? asked;
  const [wanted, setWanted] = useState<ResourceSummary>();

  function isOffered({ id, accessType }: ResourceSummary) {
    const isOpen = access.isLoading || access.of(id)?.hasAccess === true;
    return offersPurchase === true && accessType === 'purchase' && !isOpen;
  }

  return (
    <>
      <div className={`card-grid ${className}`}>
        {resources.map((resource, index) => (
          <LabelledCard
            key={resource.id}
            resource={resource}
            accessLabel={cardLabel(resource.accessType, access.of(resource.id))}
            onPurchase={isOffered(resource) ? setWanted : undefined}
            headingLevel={headingLevel}
            isPrompt={index < promptCount}
          />
        ))}
      </div>
      {wanted ? <purchaseDialog.Dialog resource={wanted} onClose={() => setWanted(undefined)} /> : null}
    </>
  );
}

type LabelledCardProps = Pick<ResourceCardProps, 'accessLabel' | 'headingLevel' | 'isPrompt'> & {
  resource: ResourceSummary;
  /** Set when the resource is for sale to this member. */
  onPurchase?: (resource: ResourceSummary) => void;
};

/** Rendered again only when its own props change, because the response about access changes only a few of the cards. */
const LabelledCard = memo(function LabelledCard({ resource, onPurchase, ...card }: LabelledCardProps) {
  const doneWord = useDoneWord(resource);
  return (
    <SummaryCard
      {...card}
      doneWord={doneWord}
      resource={resource}
      link={linkTo({ to: '/resource/$id', params: { id: String(resource.id) } })}
      actions={
        onPurchase ? (
          <Button variant="outline" size="small" onClick={() => onPurchase(resource)}>
            Purchase<VisuallyHidden> {resource.title}</VisuallyHidden>
          </Button>
        ) : null
      }
      corner={resource.isPublished ? <CardSaveButton resource={resource} /> : null}
    />
  );
});

type SummaryCardProps = Pick<
  ResourceCardProps,
  'accessLabel' | 'headingLevel' | 'isPrompt' | 'link' | 'actions' | 'corner' | 'doneWord'
> & { resource: PublicSummary };

export function SummaryCard({ resource, ...card }: SummaryCardProps) {
  return (
    <ResourceCard
      {...card}
      id={resource.id}
      type={resource.type}
      typeName={typeNames[resource.type]}
      principles={resource.rappPrinciples}
      imageUrl={resource.thumbnailUrl ?? resource.featuredImageUrl}
      durationMinutes={resource.estimatedDuration}
      title={resource.title}
      description={linesOf(resource.description)[0]}
      price={<CardPrice resource={resource} />}
    />
  );
}

export function CardPrice({ resource }: { resource: PublicSummary }) {
  const { currency, tax } = usePortalConfig();
  if (resource.accessType === 'free') return <>Free</>;
  return (
    <>
      <Price {...shownPrice(resource)} currency={currency} isBeforeTax={tax === 'exclusive'} />
      {resource.accessType === 'subscription' ? (
        <span className="block text-xs font-normal text-muted-foreground">In the subscription</span>
      ) : null}
    </>
  );
}

const skeletonKeys = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** Placeholder while cards load (DASH-03, BROWSE-08). */
export function ResourceCardSkeletons({ className = '' }: { className?: string }) {
  return (
    <div className={`card-grid ${className}`}>
      {skeletonKeys.map((key) => (
        <ResourceCardSkeleton key={key} />
      ))}
    </div>
  );
}
