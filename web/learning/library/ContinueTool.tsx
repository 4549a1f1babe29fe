import type { ReactNode } from 'react';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import { useDirectAccess } from './progress-api.ts';

type ContinueToolProps = {
  tool: Pick<ResourceSummary, 'id' | 'onlineProductId'>;
  className: string;
  children: ReactNode;
};

/** Button that opens a begun tool in its tab with one press (TOOL-07); a link to it when the browser blocked the tab. */
export function ContinueTool({ tool, className, children }: ContinueToolProps) {
  const { open, isBusy, blockedAddress } = useDirectAccess(tool);
  if (blockedAddress) {
    return (
      <a href={blockedAddress} target="_blank" rel="noopener noreferrer" className={className}>
        Open the tool
      </a>
    );
  }
  return (
    <button type="button" aria-busy={isBusy} onClick={open} className={className}>
      {children}
    </button>
  );
}
