import { Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { AdminOnlineProduct } from '#contract/catalogue-admin.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { AccessToolAction } from './AccessToolAction.tsx';
import { addressOfProduct, useDeleteProduct } from './api.ts';
import { dialogNear, LazyProductDialog } from './lazy-product-dialog.ts';

const TestLaunchDialog = lazy(async () => ({ default: (await import('./TestLaunchDialog.tsx')).TestLaunchDialog }));

type Opened = 'edit' | 'delete' | 'test';

/** The buttons of a product. */
export function ProductActions({ product }: { product: AdminOnlineProduct }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const ofThis = <VisuallyHidden> {product.name}</VisuallyHidden>;
  return (
    <div className="-ml-2.5 flex flex-wrap items-center gap-1">
      <AccessToolAction
        name={product.name}
        findAddress={() => addressOfProduct(product)}
        iconClassName="max-lg:hidden"
      />
      <Button variant="ghost" size="small" className="px-2.5!" onClick={() => setOpened('test')}>
        Test launch{ofThis}
      </Button>
      <Button {...dialogNear} variant="ghost" size="small" className="px-2.5!" onClick={() => setOpened('edit')}>
        <Pencil size={16} className="max-lg:hidden" />
        Edit{ofThis}
      </Button>
      <Button variant="destructive-ghost" size="small" className="px-2.5!" onClick={() => setOpened('delete')}>
        <Trash2 size={16} className="max-lg:hidden" />
        Delete{ofThis}
      </Button>
      <Suspense fallback={null}>
        {opened === 'edit' ? <LazyProductDialog product={product} onClose={close} /> : null}
        {opened === 'test' ? <TestLaunchDialog product={product} onClose={close} /> : null}
      </Suspense>
      {opened === 'delete' ? <DeleteDialog product={product} onClose={close} /> : null}
    </div>
  );
}

function DeleteDialog({ product, onClose }: { product: AdminOnlineProduct; onClose: () => void }) {
  const deleting = useDeleteProduct(product, focusHeading);
  const remove = useSingleRun(deleting.mutateAsync);
  return (
    <ConfirmDialog
      isOpen
      isBusy={deleting.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`Delete ${product.name}?`}
      description="Its path and its configuration are gone for good."
      confirmLabel="Delete"
      onConfirm={() => void remove().then(onClose)}
    />
  );
}

/** The card that had the focus is gone. */
function focusHeading() {
  document.querySelector<HTMLElement>('main h1')?.focus();
}
