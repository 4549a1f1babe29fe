import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { withToken } from '#contract/tool-address.ts';
import type { ToolAccess } from '#contract/tools.ts';
import { paths } from '../../paths.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { AppLink, renderLink, usePathPart } from '../../platform/link.tsx';
import { usePage } from '../../platform/page.ts';
import { FocusHeader } from '../../ui/AppShell.tsx';
import { SkipLink } from '../../ui/SkipLink.tsx';
import { textLinkClasses } from '../../ui/TextLink.tsx';
import { sandboxOf } from './display.ts';
import { GrantedPanel } from './GrantedPanel.tsx';
import { ToolStatePanel } from './ToolStatePanel.tsx';
import { useToolPage } from './use-tool-page.ts';

/** A tool under the portal's own roof: its site in a frame, with the way back above it. */
export function ToolScreen() {
  const page = useToolPage({ slug: usePathPart('slug') });
  usePage(page.kind === 'granted' ? page.access.resource.title : 'Tool Access');
  if (page.kind !== 'granted') {
    return (
      <Roof>
        <div className="mx-auto max-w-176 p-4 pt-10">
          <ToolStatePanel page={page} />
        </div>
      </Roof>
    );
  }
  const { onlineProduct } = page.access;
  if (onlineProduct.toolType === 'iframe' && onlineProduct.toolUrl !== null) {
    return (
      <Roof>
        <Frame product={onlineProduct} address={withToken(onlineProduct.toolUrl, page.token)} />
      </Roof>
    );
  }
  return (
    <Roof>
      <div className="p-4 pt-10">
        <GrantedPanel token={page.token} access={page.access} />
      </div>
    </Roof>
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

function Roof({ children }: { children: ReactNode }) {
  const { productName } = usePortalConfig();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <FocusHeader
        productName={productName}
        homeHref={paths.dashboard()}
        renderLink={renderLink}
        link={
          <AppLink href={paths.dashboard()} className={textLinkClasses}>
            <ArrowLeft size={16} />
            Return to Dashboard
          </AppLink>
        }
      />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
    </div>
  );
}
