import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { dialogNear, LazyProductDialog } from './lazy-product-dialog.ts';

/** The button that opens the form of a new product. */
export function AddProduct() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...dialogNear} onClick={() => setIsOpen(true)}>
        <Plus size={18} />
        Add Product
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <LazyProductDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
