import type { ReactNode } from 'react';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useDirectAccess } from './progress-api.ts';

type ContinueToolProps = {
  tool: Pick<ResourceSummary, 'id' | 'onlineProductId'>;
  title: string;
  className: string;
  children: ReactNode;
};

const focus = (link: HTMLAnchorElement | null) => link?.focus();

/** Button that opens a begun tool in its tab with one press (TOOL-07); a link to it when the browser blocked the tab. */
export function ContinueTool({ tool, title, className, children }: ContinueToolProps) {
  const { open, isBusy, blockedAddress } = useDirectAccess(tool);
  if (blockedAddress) {
    return (
      // In place of the button that was pressed, and so with its focus.
      <a ref={focus} href={blockedAddress} target="_blank" rel="noopener noreferrer" className={className}>
        Open the tool<VisuallyHidden> {title}</VisuallyHidden>
      </a>
    );
  }
  return (
    <button type="button" aria-busy={isBusy} onClick={open} className={className}>
      {children}
    </button>
  );
}
