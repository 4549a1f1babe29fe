import { ExternalLink } from 'lucide-react';
import type { Resource } from '#contract/catalogue.ts';
import { Button } from '../../ui/Button.tsx';
import { useOpenTool } from './api.ts';
import { BlockedTab } from './BlockedTab.tsx';

/** The main button of an online tool that the member has access to (DETAIL-19). */
export function AccessToolButton({ resource }: { resource: Pick<Resource, 'id' | 'onlineProductId'> }) {
  const { open, isBusy, blockedAddress } = useOpenTool(resource);
  return (
    <>
      <Button isBlock isBusy={isBusy} onClick={() => void open()} className="tracking-[0.04em]">
        {isBusy ? null : <ExternalLink size={18} />}
        ACCESS TOOL
      </Button>
      {blockedAddress ? <BlockedTab address={blockedAddress} /> : null}
    </>
  );
}
