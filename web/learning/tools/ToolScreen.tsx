import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ArrowRight, CircleCheck, ExternalLink, LoaderCircle, ShieldX } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { withToken } from '#contract/learning/tool-address.ts';
import type { ToolAccess } from '#contract/learning/tools.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { linkTo } from '#web/platform/link.tsx';
import { openTab } from '#web/platform/open-tab.ts';
import { usePage } from '#web/platform/page.ts';
import { FocusFrame } from '#web/ui/AppShell.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { StatePanel } from '#web/ui/StatePanel.tsx';
import { BlockedTab } from './AccessToolButton.tsx';
import { deniedTexts, expiryNotice, isPartOfPortal, sandboxOf, timeOf } from './display.ts';
import { type ToolPage, useToolPage } from './use-tool-page.ts';

/**
 * Page of a tool by its slug: its site in a frame, or the panel that launches it if it is not framed, below the link
 * back.
 */
export function ToolScreen() {
  const page = useToolPage({ slug: useParams({ from: '/members/tools/$slug' }).slug });
  usePage(page.kind === 'granted' ? page.access.resource.title : 'Tool Access');
  if (page.kind !== 'granted') {
    return (
      <ToolFrame>
        <div className="mx-auto max-w-176 p-4 pt-10">
          <ToolStatePanel page={page} />
        </div>
      </ToolFrame>
    );
  }
  const { onlineProduct } = page.access;
  if (onlineProduct.toolType === 'iframe' && onlineProduct.toolUrl !== null) {
    return (
      <ToolFrame>
        <Frame product={onlineProduct} address={withToken(onlineProduct.toolUrl, page.token)} />
      </ToolFrame>
    );
  }
  return (
    <ToolFrame>
      <div className="p-4 pt-10">
        <GrantedPanel token={page.token} access={page.access} />
      </div>
    </ToolFrame>
  );
}

function Frame({ product, address }: { product: ToolAccess['onlineProduct']; address: string }) {
  return (
    <>
      <h1 className="sr-only">{product.name}</h1>
      <iframe
        title={product.name}
        src={address}
        sandbox={sandboxOf(address, location.origin)}
        referrerPolicy="no-referrer"
        className="block w-full flex-1 border-0 bg-card"
      />
    </>
  );
}

function ToolFrame({ children }: { children: ReactNode }) {
  const portal = usePortalConfig();
  return (
    <FocusFrame
      portal={portal}
      homeLink={linkTo({ to: '/' })}
      back={{ link: linkTo({ to: '/' }), label: 'Return to Dashboard' }}
      className="flex flex-col"
    >
      {children}
    </FocusFrame>
  );
}

/**
 * Landing page before a tool, to which the tool's token leads. It says that the tool opens, or why it does not
 * (TOOL-10).
 */
export function ToolAccessScreen() {
  const { product } = useSearch({ from: '/members/shell/tools/access' });
  const page = useToolPage({ product });
  usePage('Tool Access');
  if (page.kind === 'granted') return <GrantedPanel token={page.token} access={page.access} />;
  return (
    <div className="mx-auto max-w-176">
      <ToolStatePanel page={page} />
    </div>
  );
}

/** Time that the landing page waits before it opens a tool automatically (TOOL-14). */
const automaticMilliseconds = 1000;

/** Panel for a valid token, with the button that opens the tool (TOOL-12). */
export function GrantedPanel({ token, access }: { token: string; access: ToolAccess }) {
  const navigate = useNavigate();
  const { resource, onlineProduct } = access;
  const launch = useLaunch(onlineProduct.launchUrl && withToken(onlineProduct.launchUrl, token), onlineProduct.opening);
  const notice = expiryNotice(access);
  const launchButton = useRef<HTMLButtonElement>(null);
  // The tab was opened for the tool, so Enter launches it.
  useEffect(() => launchButton.current?.focus(), []);
  return (
    <div className="mx-auto flex max-w-176 flex-col gap-6">
      <PageHeading
        className="mb-0!"
        above={
          <p className="flex items-center gap-2 text-sm font-semibold text-success-text">
            <CircleCheck size={18} />
            Access Granted
          </p>
        }
        title={resource.title}
        subtitle={
          launch.address
            ? `The tool opens in ${launch.isHere ? 'this' : 'a'} new window. This access is valid until ${timeOf(access.expiresAt)} and renewed while you use the tool.`
            : undefined
        }
      />
      {notice ? <Banner>{notice}</Banner> : null}
      {launch.address ? null : (
        <Banner tone="warning" role="alert">
          Access is granted, but the external tool is being set up. Please try again later.
        </Banner>
      )}
      {launch.isBlocked && launch.address ? <BlockedTab address={launch.address} /> : null}
      <div className="flex gap-3 max-sm:flex-col">
        {launch.address ? (
          <Button ref={launchButton} onClick={launch.start}>
            {launch.isHere ? <ArrowRight size={18} /> : <ExternalLink size={18} />}
            Launch Tool
          </Button>
        ) : null}
        <Button variant="outline" onClick={() => void navigate({ to: '/' })}>
          Return to Dashboard
        </Button>
      </div>
      <Card>
        <h2 className="mb-2">About this tool</h2>
        <p className="text-muted-foreground">{onlineProduct.description || onlineProduct.name}</p>
      </Card>
    </div>
  );
}

/**
 * Opens the tool on request, or automatically after a moment; reports when the browser blocked the tab. A tool that is
 * part of the portal replaces this page, whose tab was opened for the tool (TOOL-20).
 */
function useLaunch(address: string | null, opening: ToolAccess['onlineProduct']['opening']) {
  const [isBlocked, setIsBlocked] = useState(false);
  const isHere = address !== null && isPartOfPortal(address);
  const automatic = opening === 'automatic' ? address : null;

  useEffect(() => {
    if (automatic === null) return;
    const timer = setTimeout(() => {
      // Not a new entry of the history, because Back would lead to a page that opens the tool again.
      if (isHere) location.replace(automatic);
      else setIsBlocked(!openTab(automatic));
    }, automaticMilliseconds);
    return () => clearTimeout(timer);
  }, [automatic, isHere]);

  function start() {
    if (address === null) return;
    // With an automatic opening Back would lead to a page that opens the tool again.
    if (isHere) location[automatic === null ? 'assign' : 'replace'](address);
    else setIsBlocked(!openTab(address));
  }

  return { address, isHere, isBlocked, start };
}

/** State of a tool page without the tool: checking, rejected, or not checked (TOOL-10). */
function ToolStatePanel({ page }: { page: Exclude<ToolPage, { kind: 'granted' }> }) {
  if (page.kind === 'checking') {
    return (
      <p role="status" className="flex items-center justify-center gap-3 py-24 text-muted-foreground">
        <LoaderCircle size={20} className="animate-spin" />
        Validating access token...
      </p>
    );
  }
  if (page.kind === 'failed') {
    return (
      <LoadError
        title="Your access could not be checked"
        description="Nothing was changed. Check your connection, then try again."
        isBusy={page.isBusy}
        onRetry={page.retry}
      />
    );
  }
  return <Denied kind={page.kind} />;
}

function Denied({ kind }: { kind: 'missing' | 'denied' }) {
  const { missing, invalid } = deniedTexts;
  return (
    <StatePanel
      headingLevel={1}
      title={kind === 'missing' ? missing.title : invalid.title}
      icon={<ShieldX size={32} className="text-destructive" />}
      actions={
        <Link to="/" className={buttonClasses({})}>
          Return to Dashboard
        </Link>
      }
    >
      {kind === 'missing' ? (
        <p>{missing.text}</p>
      ) : (
        <>
          <p className="font-semibold text-foreground">{invalid.reason}</p>
          <p>{invalid.text}</p>
        </>
      )}
    </StatePanel>
  );
}
