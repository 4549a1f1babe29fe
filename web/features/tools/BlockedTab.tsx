import { ExternalLink } from 'lucide-react';
import { Banner } from '../../ui/Banner.tsx';
import { textLinkClasses } from '../../ui/TextLink.tsx';

/** The browser blocked the tool's tab: a link, which no browser blocks (TOOL-03). */
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
