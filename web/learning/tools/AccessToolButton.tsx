import { ExternalLink } from 'lucide-react';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import { useStart } from '#web/catalogue/catalogue/use-start.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { useOpenTool } from './api.ts';

/**
 * Main button of an online tool that the member has access to (DETAIL-19). Also opens the tool once when the URL asks
 * for that (FRONT-07).
 */
export function AccessToolButton({ resource }: { resource: Pick<Resource, 'id' | 'onlineProductId'> }) {
  const { open, isBusy, blockedAddress } = useOpenTool(resource);
  useStart('tool', open);
  return (
    <>
      <Button isBlock isBusy={isBusy} onClick={open} className="tracking-[0.04em]">
        {isBusy ? null : <ExternalLink size={18} />}
        ACCESS TOOL
      </Button>
      {blockedAddress ? <BlockedTab address={blockedAddress} /> : null}
    </>
  );
}

/** Link for a tool whose tab the browser blocked, because no browser blocks a link (TOOL-03). */
export function BlockedTab({ address }: { address: string }) {
  return (
    <Banner tone="warning" role="alert">
      <p>Your browser blocked the new tab.</p>
      <a href={address} target="_blank" rel="noopener noreferrer" className={textLinkClasses}>
        <ExternalLink size={16} />
        Open the tool
      </a>
    </Banner>
  );
}
