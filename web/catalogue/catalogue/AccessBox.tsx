import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { BookOpen, Download, Gift, Users } from 'lucide-react';
import { Suspense, useId } from 'react';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import type { AccessDecision } from '#contract/commerce/access.ts';
import { accessQuery } from '#web/commerce/access/api.ts';
import { accessBadge } from '#web/commerce/access/display.ts';
import { CheckSlot } from '#web/learning/library/CheckSlot.tsx';
import { OwnProgress } from '#web/learning/library/OwnProgress.tsx';
import { quietClasses, SaveButton } from '#web/learning/library/SaveButton.tsx';
import { PathBoxSlot } from '#web/learning/paths/PathSlots.tsx';
import { AccessToolButton } from '#web/learning/tools/AccessToolButton.tsx';
import { usePortalConfig } from '#web/platform/config.ts';
import { useIsInBrowser } from '#web/platform/in-browser.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { AccessLabel } from '#web/ui/AccessLabel.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { LoadErrorLine } from '#web/ui/LoadErrorLine.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { BoxPrice, Terms } from './AccessFacts.tsx';
import { downloadText, mainActionWords, opensInViewer, previewDecision } from './detail-display.ts';
import { fileAction, paymentsOff } from './display.ts';
import { useDownload } from './download-api.ts';
import { useIsPreview } from './PreviewBanner.tsx';
import { useStart } from './use-start.ts';

/** Badge, price and access buttons, in the one place for them (DETAIL-08). */
export function AccessBox({ resource }: { resource: Resource }) {
  const isPreview = useIsPreview();
  const { data, isLoadingError, isFetching, refetch } = useQuery({ ...accessQuery(resource.id), enabled: !isPreview });
  const decision = isPreview ? previewDecision(resource.accessType) : data;
  return (
    <Card className="flex flex-col gap-5">
      {decision ? (
        <div>
          <AccessLabel label={accessBadge(resource.accessType, decision)} />
        </div>
      ) : null}
      {!decision && !isLoadingError ? <Skeleton className="h-6 w-36" /> : null}
      {isLoadingError ? (
        <LoadErrorLine query={{ isFetching, refetch }}>Your access could not be checked.</LoadErrorLine>
      ) : null}
      {decision || isLoadingError ? <Offer resource={resource} decision={decision} /> : <Skeleton className="h-20" />}
      {decision && !decision.hasAccess ? <Terms resource={resource} /> : null}
      {!isPreview && decision?.hasAccess && resource.type !== 'path' ? (
        <OwnProgress resourceId={resource.id} type={resource.type} />
      ) : null}
      {isPreview ? null : <LearningSlot resource={resource} />}
      {isPreview ? null : (
        <div className="flex flex-wrap gap-x-6 gap-y-1 border-t border-border pt-4 empty:hidden lg:flex-col">
          {decision ? <SeatsLink resource={resource} /> : null}
          {decision ? <GiveLink resource={resource} /> : null}
          {resource.isPublished ? <SaveButton resource={resource} /> : null}
        </div>
      )}
    </Card>
  );
}

/** Check of the resource, or progress with a path, whose check is its last step. */
function LearningSlot({ resource: { id, type } }: { resource: Resource }) {
  return type === 'path' ? <PathBoxSlot resourceId={id} /> : <CheckSlot resourceId={id} look="box" />;
}

type OfferProps = { resource: Resource; decision: Pick<AccessDecision, 'hasAccess'> | undefined };

const ReceiptBox = lazyPart(async () => (await import('#web/commerce/purchases/ReceiptBox.tsx')).ReceiptBox);

/** Returns the receipt that the checkout has left in the browser's history, until it is closed. */
function useReceipt() {
  const kept = useLocation({ select: ({ state }) => state.receipt });
  // The server renders the page without the browser's history.
  const receipt = useIsInBrowser() ? kept : undefined;
  const navigate = useNavigate();
  async function close() {
    await navigate({
      to: '.',
      search: true,
      state: (before) => ({ ...before, receipt: undefined }),
      replace: true,
      resetScroll: false,
    });
    // The pressed button is gone, so the heading takes the focus.
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }
  return { receipt, close };
}

/** Price with the main button. Below 1024 px the box stays in view while the button leads to a payment (DETAIL-29). */
function Offer({ resource, decision }: OfferProps) {
  const isPreview = useIsPreview();
  const isOpen = decision?.hasAccess === true;
  const isOffered = decision !== undefined && !isOpen && resource.accessType !== 'free';
  const { receipt, close } = useReceipt();
  return (
    <div className={classes('flex gap-5', isOffered ? 'pay-bar lg:flex-col' : 'flex-col')}>
      {receipt && isOpen ? (
        <Suspense fallback={<Skeleton className="h-64 w-full rounded-lg!" />}>
          <ReceiptBox receipt={receipt} subject={resource.title} onClose={() => void close()} />
        </Suspense>
      ) : (
        <BoxPrice resource={resource} isOpen={isOpen} />
      )}
      {isPreview ? <PreviewAction resource={resource} /> : null}
      {!isPreview && decision ? <MainAction resource={resource} decision={decision} /> : null}
    </div>
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

/** The member's main button without effect, so that a preview downloads, buys and starts nothing. */
function PreviewAction({ resource }: { resource: Resource }) {
  const words = mainActionWords(resource);
  if (words === null) return null;
  return (
    <Button isBlock className="tracking-[0.04em]" unavailableReason="This button works for members, not in a preview.">
      {words}
    </Button>
  );
}

/** Button that reads in the portal, where that is possible, and the download. */
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

/** Whether the resource can be bought for others: it is published, sold on its own, and the portal accepts payments. */
function useIsForSale({ accessType, isPublished }: Resource): boolean {
  const { payments } = usePortalConfig();
  return accessType === 'purchase' && isPublished && payments.publishableKey !== null;
}

/** Link to buying the resource for another person (GIFT-06). */
function GiveLink({ resource }: { resource: Resource }) {
  if (!useIsForSale(resource)) return null;
  return (
    <Link
      to="/checkout/$resourceId"
      params={{ resourceId: String(resource.id) }}
      search={{ gift: 'true' }}
      className={quietClasses}
    >
      <Gift size={18} />
      GIVE AS A GIFT
    </Link>
  );
}

/** Link to buying the resource for an organisation (SEAT-01). */
function SeatsLink({ resource }: { resource: Resource }) {
  if (!useIsForSale(resource)) return null;
  return (
    <Link
      to="/checkout/$resourceId"
      params={{ resourceId: String(resource.id) }}
      search={{ seats: 'true' }}
      className={quietClasses}
    >
      <Users size={18} />
      Buy seats for your organisation
    </Link>
  );
}

type PayButtonProps = {
  words: 'PURCHASE NOW' | 'SUBSCRIBE';
  to: '/checkout/$resourceId' | '/subscribe/$resourceId';
  resourceId: number;
};

/** Button that leads to the payment (DETAIL-20). */
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
