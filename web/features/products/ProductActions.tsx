import { Pencil, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { AdminOnlineProduct } from '#contract/products.ts';
import { DeleteDialog, focusHeading } from '../../admin/DeleteDialog.tsx';
import { lazyDialog } from '../../admin/lazy-dialog.tsx';
import { Button } from '../../ui/Button.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { AccessToolAction } from './AccessToolAction.tsx';
import { addressOfProduct, useDeleteProduct } from './api.ts';

/** The form of a product. */
export const productDialog = lazyDialog(async () => (await import('./ProductDialog.tsx')).ProductDialog);
const testLaunchDialog = lazyDialog(async () => (await import('./TestLaunchDialog.tsx')).TestLaunchDialog);

type Opened = 'edit' | 'delete' | 'test';

/** The buttons of a product. */
export function ProductActions({ product }: { product: AdminOnlineProduct }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const deleting = useDeleteProduct(product, focusHeading);
  const close = () => setOpened(null);
  const ofThis = <VisuallyHidden> {product.name}</VisuallyHidden>;
  return (
    <div className="-ml-2.5 flex flex-wrap items-center gap-1">
      <AccessToolAction
        name={product.name}
        findAddress={() => addressOfProduct(product)}
        iconClassName="max-lg:hidden"
      />
      <Button
        {...testLaunchDialog.near}
        variant="ghost"
        size="small"
        className="px-2.5!"
        onClick={() => setOpened('test')}
      >
        Test launch{ofThis}
      </Button>
      <Button
        {...productDialog.near}
        variant="ghost"
        size="small"
        className="px-2.5!"
        onClick={() => setOpened('edit')}
      >
        <Pencil size={16} className="max-lg:hidden" />
        Edit{ofThis}
      </Button>
      <Button variant="destructive-ghost" size="small" className="px-2.5!" onClick={() => setOpened('delete')}>
        <Trash2 size={16} className="max-lg:hidden" />
        Delete{ofThis}
      </Button>
      <Suspense fallback={null}>
        {opened === 'edit' ? <productDialog.Dialog product={product} onClose={close} /> : null}
        {opened === 'test' ? <testLaunchDialog.Dialog product={product} onClose={close} /> : null}
      </Suspense>
      {opened === 'delete' ? (
        <DeleteDialog
          name={product.name}
          description="Its path and its configuration are deleted for good."
          deleting={deleting}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
