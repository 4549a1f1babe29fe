import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { BookOpen, Download, Gift } from 'lucide-react';
import { useId } from 'react';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import type { AccessDecision } from '#contract/commerce/access.ts';
import { accessQuery } from '../../commerce/access/api.ts';
import { accessBadge } from '../../commerce/access/display.ts';
import { OwnProgress } from '../../learning/library/OwnProgress.tsx';
import { SaveButton } from '../../learning/library/SaveButton.tsx';
import { AccessToolButton } from '../../learning/tools/AccessToolButton.tsx';
import { useClock } from '../../platform/clock.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { AccessLabel } from '../../ui/AccessLabel.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import { Benefits, BoxPrice, factsOf, Terms } from './AccessFacts.tsx';
import { downloadText, fileAction, mainActionWords, opensInViewer, paymentsOff, previewDecision } from './display.ts';
import { useDownload } from './download-api.ts';
import { useIsPreview } from './PreviewBanner.tsx';
import { useStart } from './use-start.ts';

/** Badge, price, access buttons and facts (DETAIL-08). */
export function AccessBox({ resource }: { resource: Resource }) {
  const isPreview = useIsPreview();
  const { timeZone } = useClock();
  const { data, isError, refetch } = useQuery({ ...accessQuery(resource.id), enabled: !isPreview });
  const decision = isPreview ? previewDecision(resource.accessType) : data;
  return (
    <Card className="flex flex-col gap-5">
      {decision ? (
        <div>
          <AccessLabel label={accessBadge(resource.accessType, decision)} />
        </div>
      ) : null}
      {!decision && !isError ? <Skeleton className="h-6 w-36" /> : null}
      {isError ? (
        <p role="alert" className="text-sm text-destructive">
          Your access could not be checked. <TextButton onClick={() => void refetch()}>Try again</TextButton>
        </p>
      ) : null}
      <BoxPrice resource={resource} isOpen={decision?.hasAccess === true} />
      {isPreview ? <PreviewAction resource={resource} /> : null}
      {!isPreview && decision ? <MainAction resource={resource} decision={decision} /> : null}
      {decision && !decision.hasAccess ? <Terms resource={resource} /> : null}
      {!isPreview && decision ? <GiveButton resource={resource} /> : null}
      {!isPreview && decision ? <SeatsLink resource={resource} /> : null}
      {!isPreview && decision?.hasAccess ? <OwnProgress resourceId={resource.id} /> : null}
      {!isPreview && resource.isPublished ? <SaveButton resource={resource} /> : null}
      {decision && !decision.hasAccess ? <Benefits benefits={resource.metadata.subscriptionBenefits} /> : null}
      <div className="border-t border-border pt-5">
        <Facts facts={factsOf(resource, timeZone)} />
      </div>
    </Card>
  );
}

function MainAction({ resource, decision }: { resource: Resource; decision: Pick<AccessDecision, 'hasAccess'> }) {
  if (decision.hasAccess) {
    return resource.type === 'online_tool' ? (
      <AccessToolButton resource={resource} />
    ) : (
      <FileActions resource={resource} />
    );
  }
  if (resource.accessType === 'free') return null;
  const isPurchase = resource.accessType === 'purchase';
  return (
    <PayButton
      words={isPurchase ? 'PURCHASE NOW' : 'SUBSCRIBE'}
      to={isPurchase ? '/checkout/$resourceId' : '/subscribe/$resourceId'}
      resourceId={resource.id}
    />
  );
}

/** The member's main button; in a preview it does nothing, so nothing is downloaded, bought or started. */
function PreviewAction({ resource }: { resource: Resource }) {
  const words = mainActionWords(resource);
  if (words === null) return null;
  return (
    <Button isBlock className="tracking-[0.04em]" unavailableReason="This button works for members, not in a preview.">
      {words}
    </Button>
  );
}

/** Read in the portal first, where that is possible, then the download. */
function FileActions({ resource }: { resource: Resource }) {
  const to = readScreen(resource);
  if (to === null) return <FileButton resource={resource} variant="primary" />;
  return (
    <div className="flex flex-col gap-3">
      <Link
        to={to}
        params={{ id: String(resource.id) }}
        className={buttonClasses({ isBlock: true, className: 'tracking-[0.04em]' })}
      >
        <BookOpen size={18} />
        READ
      </Link>
      {resource.fileUrl === null ? null : <FileButton resource={resource} variant="outline" />}
    </div>
  );
}

function readScreen(resource: Resource) {
  if (resource.readingMinutes !== null) return '/resource/$id/article';
  return opensInViewer(resource) ? '/resource/$id/read' : null;
}

function FileButton({ resource, variant }: { resource: Resource; variant: 'primary' | 'outline' }) {
  const { start, isBusy } = useDownload(resource);
  useStart('download', start);
  const words = fileAction(resource.type);
  const gives = downloadText(resource);
  const noteId = useId();
  if (words === null) return null;
  return (
    <div>
      <Button
        isBlock
        variant={variant}
        isBusy={isBusy}
        onClick={start}
        aria-describedby={gives === null ? undefined : noteId}
        className="tracking-[0.04em]"
      >
        {isBusy ? null : <Download size={18} />}
        {words}
      </Button>
      {gives === null ? null : (
        <p id={noteId} className="mt-1.5 text-center text-xs text-muted-foreground">
          {gives}
        </p>
      )}
    </div>
  );
}

/** Whether it can be bought for others: published, sold on its own, and the portal takes payments. */
function useIsForSale({ accessType, isPublished }: Resource): boolean {
  const { payments } = usePortalConfig();
  return accessType === 'purchase' && isPublished && payments.publishableKey !== null;
}

/** The way to buying it for another person (GIFT-06). */
function GiveButton({ resource }: { resource: Resource }) {
  if (!useIsForSale(resource)) return null;
  return (
    <Link
      to="/checkout/$resourceId"
      params={{ resourceId: String(resource.id) }}
      search={{ gift: 'true' }}
      className={buttonClasses({ variant: 'outline', isBlock: true, className: 'tracking-[0.04em]' })}
    >
      <Gift size={18} />
      GIVE AS A GIFT
    </Link>
  );
}

/** The way to buying it for an organisation (SEAT-01). */
function SeatsLink({ resource }: { resource: Resource }) {
  if (!useIsForSale(resource)) return null;
  return (
    <Link
      to="/checkout/$resourceId"
      params={{ resourceId: String(resource.id) }}
      search={{ seats: 'true' }}
      className={buttonClasses({ variant: 'ghost', isBlock: true })}
    >
      Buy seats for your organisation
    </Link>
  );
}

/** The link to the checkout (DETAIL-20). */
type PayButtonProps = {
  words: 'PURCHASE NOW' | 'SUBSCRIBE';
  to: '/checkout/$resourceId' | '/subscribe/$resourceId';
  resourceId: number;
};

/** The way to paying (DETAIL-20). */
function PayButton({ words, to, resourceId }: PayButtonProps) {
  const { payments } = usePortalConfig();
  const navigate = useNavigate();
  return (
    <Button
      isBlock
      className="tracking-[0.04em]"
      unavailableReason={payments.publishableKey === null ? paymentsOff : undefined}
      onClick={() => void navigate({ to, params: { resourceId: String(resourceId) } })}
    >
      {words}
    </Button>
  );
}
