import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { withToken } from '#contract/tool-address.ts';
import type { ToolAccess } from '#contract/tools.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { linkTo } from '../../platform/link.tsx';
import { usePage } from '../../platform/page.ts';
import { FocusFrame } from '../../ui/AppShell.tsx';
import { sandboxOf } from './display.ts';
import { GrantedPanel } from './GrantedPanel.tsx';
import { ToolStatePanel } from './ToolStatePanel.tsx';
import { useToolPage } from './use-tool-page.ts';

/** A tool inside the portal: its site in a frame, with the way back above it. */
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
  const { productName } = usePortalConfig();
  return (
    <FocusFrame
      productName={productName}
      homeLink={linkTo({ to: '/' })}
      back={{ link: linkTo({ to: '/' }), label: 'Return to Dashboard' }}
      className="flex flex-col"
    >
      {children}
    </FocusFrame>
  );
}
